import { tokenWords } from '../../../engine/words/names.ts';
import type { NormalizeMeta } from '../../../schemas/normalize-meta.ts';
import { formatCount, pluralize } from '../../answer/format-amount.ts';
import { type Both, both, type In, inLanguage } from './both.ts';

/** Headings of columns of figures and names, on the page, in the terminal and in CSV files. */
export const columnWords = {
  model: both('Model', '模型'),
  channelId: both('Channel', '渠道'),
  userId: both('Customer', '客户'),
  day: both('Day', '日期'),
  requests: both('Requests', '请求数'),
  revenue: both('Revenue', '收入'),
  cost: both('Cost', '成本'),
  margin: both('Margin', '毛利'),
  marginRate: both('Rate', '毛利率'),
  estimatedCost: both('Estimated cost', '估算成本'),
  estimatedMargin: both('Estimated margin', '估算毛利'),
  credited: both('Credited', '已入账'),
  lost: both('Lost', '损失'),
  doubtful: both('In doubt', '存疑'),
};

const words = {
  actions: {
    print: both('Print', '打印'),
    export: both('Export', '导出'),
    again: both('Start over', '重新开始'),
    add: both('Add files', '添加文件'),
    copied: both('Copied', '已复制'),
    copy: both('Copy', '复制'),
  },
  coverage: {
    heading: both('Coverage and rows read', '数据完整性与读取情况'),
    byTotals: both(
      'To compare each request, add the log of the upstream gateway or a bill with request ids.',
      '提供上游网关的日志或带请求 ID 的账单，可以逐个请求核对。',
    ),
    requestMatching: both(
      'Some bill lines have no request id: they are counted, but not matched.',
      '部分账单行没有请求 ID：计入合计，但无法匹配。',
    ),
    currency: both(
      'Some amounts are in a different or unknown currency and were not counted.',
      '部分金额是其他币种或没有写明币种，没有计入。',
    ),
    rows: both('Some rows with amounts could not be read.', '部分带金额的记录无法读取。'),
    margin: both('The margin is incomplete: some rows were not counted.', '毛利不完整：部分记录没有计入。'),
    paymentCredits: both('Some payments do not say how much was credited.', '部分充值没有写明入账金额。'),
    findings: both(
      'Not all findings are listed. The counts are exact; the CSV tables contain the rest.',
      '没有列出全部问题，但计数是准确的，其余见 CSV 表格。',
    ),
    pricing: both(
      'Some log rows have no ratios or prices, so their charges were not checked.',
      '部分日志没有倍率或价格，因此没有核对收费。',
    ),
    tokens: both(
      'Some rows have no token counts, so tokens were not compared.',
      '部分记录没有 token 数，因此未作比较。',
    ),
  },
  causes: {
    count: both(
      (n: number) => pluralize(n, 'finding'),
      (n) => `${formatCount(n)} 项问题`,
    ),
    more: both(
      (n: number, sums: string) => `${n} more${sums === '' ? '' : `: ${sums}`}`,
      (n, sums) => `另有 ${formatCount(n)} 项${sums === '' ? '' : `：${sums}`}`,
    ),
    small: both(
      (n: number, sums: string) => `${pluralize(n, 'small amount')}${sums === '' ? '' : `: ${sums}`}`,
      (n, sums) => `另有 ${formatCount(n)} 项小额${sums === '' ? '' : `：${sums}`}`,
    ),
    records: both(
      (n: number) => `${pluralize(n, 'note')}, no action needed`,
      (n) => `${formatCount(n)} 条提示，无需处理`,
    ),
    also: both('Other findings about the same money', '涉及同一笔钱的其他问题'),
    customers: both('Customers', '客户'),
    others: both(
      (n: number) => `and ${formatCount(n)} more`,
      (n) => `另有 ${formatCount(n)} 位`,
    ),
    listed: both(
      (listed: number, n: number) =>
        `Only the ${formatCount(listed)} largest of ${formatCount(n)} are listed; the CSV tables contain the rest.`,
      (listed, n) => `共 ${formatCount(n)} 项，列出金额最大的 ${formatCount(listed)} 项，其余见 CSV 表格。`,
    ),
    cut: both('Only the first 100 causes are listed.', '仅列出前 100 项原因。'),
  },
  known: {
    button: both('Mark as known', '标记为已知'),
    heading: both(
      (n: number) => `Known (${n})`,
      (n) => `已知（${formatCount(n)}）`,
    ),
    hint: both(
      'Known causes are left out of the sums. Save them as known.json, and add that file to next month’s exports.',
      '已知的原因不计入合计。请把它们保存为 known.json，下个月与导出文件一起拖进来。',
    ),
    willCover: both(
      (what: string) => `Counts as known up to the amount and day below: ${what}.`,
      (what) => `在以下金额和日期之内视为已知：${what}。`,
    ),
    note: both('Note', '备注'),
    upTo: both(
      (currency: string) => `Up to (${currency})`,
      (currency) => `金额上限（${currency}）`,
    ),
    until: both('Until', '截止日期'),
    customer: both('Only for customer', '仅限客户'),
    add: both('Add', '添加'),
    forget: both('Forget', '移除'),
    save: both('Save known.json', '保存 known.json'),
    over: both(
      'no longer applies: the amount is above the limit, or the date has passed',
      '已失效：金额超过上限，或日期已过',
    ),
    unused: both('not found this time', '本次没有出现'),
  },
  earlier: {
    heading: both(
      (span: string) => `Compared with ${span}`,
      (span) => `与${span}相比`,
    ),
    appeared: both('new', '新增'),
    grown: both(
      (before: string) => `previously ${before}`,
      (before) => `此前 ${before}`,
    ),
    gone: both(
      (n: number) => `Gone since then: ${formatCount(n)}`,
      (n) => `不再出现：${formatCount(n)}`,
    ),
    delta: both('Change', '变化'),
    other: both(
      'The earlier report is in another currency and cannot be compared.',
      '此前的报告使用其他币种，无法比较。',
    ),
    forget: both('Do not compare', '不再比较'),
  },
  days: {
    byDay: both(
      (figure: string) => `${figure} by day`,
      (figure) => `每日${figure}`,
    ),
    byHour: both(
      (figure: string) => `${figure} by hour`,
      (figure) => `每小时${figure}`,
    ),
    label: both(
      (p: { from: string; to: string; worst: string; amount: string }) =>
        `From ${p.from} to ${p.to}. The lowest value is on ${p.worst}: ${p.amount}.`,
      ({ from, to, worst, amount }) => `${from}至${to}。最低值在${worst}，为 ${amount}。`,
    ),
    hint: both(
      (zone: string) => `Times are in ${zone}. Drag or use the arrow keys to filter.`,
      (zone) => `时间为 ${zone}。用方向键或拖动可筛选。`,
    ),
    most: both('Most lost or owed: ', '损失与欠款最多：'),
    flags: both('Numbers mark the day on which a cause began.', '序号标出问题开始的日期。'),
    hatched: both('Hatched: not compared, or only in part.', '斜线：未参与比较，或只比较了一部分。'),
    low: both(
      'Grey: not counted as a loss. The bill may count costs on another day, or in another time zone.',
      '灰色：不算作亏损，账单可能按另一天或其他时区计费。',
    ),
    outside: both(
      (log: string, bill: string) =>
        `not compared: ${[log && `${log} of the log`, bill && `${bill} of the bill`].filter(Boolean).join(', ')}`,
      (log, bill) =>
        `未参与比较：${[log && `日志 ${log}`, bill && `账单 ${bill}`].filter(Boolean).join('，')}`,
    ),
  },
  bridge: {
    heading: both(
      (first: string, last: string) => `From ${first} to ${last}`,
      (first, last) => `从${first}到${last}`,
    ),
    steps: {
      ...columnWords,
      list: both('List price', '应收'),
      undercharged: both('Undercharged', '少收'),
      overcharged: both('Overcharged', '多收'),
      paid: both('Payments, net', '充值净额'),
      owed: both('Owed to customers', '欠客户'),
    },
    selected: both('Filtered results', '筛选结果'),
    onlyFindings: both(
      'Revenue and cost are available for one filter, but not for several combined.',
      '收入与成本只按单个条件统计，不能同时按多个条件筛选。',
    ),
    unknown: both(
      (names: string) => `Unknown, because in another currency: ${names}`,
      (names) => `其他币种，未知：${names}`,
    ),
    noPayments: both('No payments given: credit not checked', '未提供充值记录，未核对入账'),
    pending: both(
      (amount: string) => `${amount} pending`,
      (amount) => `待结算 ${amount}`,
    ),
    leftOut: both(
      (amount: string) => `excluding ${amount} that was not compared`,
      (amount) => `不含未参与比较的 ${amount}`,
    ),
    refunds: both(
      (amount: string) => `after refunds of ${amount}`,
      (amount) => `已扣除退款 ${amount}`,
    ),
  },
  asks: {
    unpriced: both(
      (requests: number, revenue: string, models: string) =>
        `${pluralize(requests, 'request')} with revenue of ${revenue} ${requests === 1 ? 'has' : 'have'} no purchase price: ${models}.`,
      (requests, revenue, models) =>
        `有 ${formatCount(requests)} 个请求没有进价，收入 ${revenue}：${models}。`,
    ),
    noPrices: both(
      'Enter your purchase prices to estimate the cost of each request, channel and customer.',
      '填写您的进价，就能估算每个请求、渠道和客户的成本。',
    ),
    prices: both('Enter prices', '填写价格'),
  },
  tables: {
    heading: both('Where revenue and cost come from', '收入与成本的来源'),
    byModel: both('Models', '模型'),
    byChannel: both('Channels', '渠道'),
    byUser: both('Customers', '客户'),
    byDay: both('Days', '日期'),
    ...columnWords,
    owed: both('Owed', '欠客户'),
    findings: both('Findings', '问题数'),
    unassigned: both('not given', '未写明'),
    sort: both(
      (column: string) => `Sort by ${column}`,
      (column) => `按${column}排序`,
    ),
    more: both(
      (n: number) => `Show ${n} more`,
      (n) => `再显示 ${formatCount(n)} 行`,
    ),
    onPaper: both(
      (shown: number, n: number) =>
        `${shown} of ${formatCount(n)} rows are printed; the report file and the CSV tables contain all of them.`,
      (shown, n) => `共 ${formatCount(n)} 行，只打印前 ${shown} 行，其余见报告文件与 CSV 表格。`,
    ),
    cut: both('Only the 500 customers with the lowest margin are listed.', '仅列出毛利最低的 500 位客户。'),
    about: both('Causes:', '相关原因：'),
    nothing: both('No cause is specific to this row.', '没有单独与之相关的原因。'),
    below: both('Show its findings below', '查看下方的相关问题'),
  },
  filters: {
    label: both('Filters', '筛选'),
    model: both('All models', '所有模型'),
    channelId: both('All channels', '所有渠道'),
    userId: both('All customers', '所有客户'),
    side: both('All findings', '所有问题'),
    from: both('All days', '所有日期'),
    to: both('Until …', '至 …'),
    find: both('Search id, model, code …', '搜索 ID、模型、代码 …'),
    clear: both('Clear filters', '清除筛选'),
  },
  account: {
    heading: both('Account of customer', '客户账户'),
    charged: both('Charged', '扣费'),
    refunded: both('Refunded', '退还扣费'),
    paid: both('Paid, after refunds', '实付（扣除退款）'),
    credited: both('Credited', '已入账'),
    difference: both('Credited minus paid', '入账减实付'),
    owed: both('You owe', '应退还客户'),
    lost: both('You lost', '您的损失'),
    save: both('Save as text', '存为文本'),
  },
  pages: {
    label: both('Pages', '分页'),
    first: both('First page', '第一页'),
    previous: both('Previous page', '上一页'),
    next: both('Next page', '下一页'),
    last: both('Last page', '最后一页'),
    range: both(
      (from: number, to: number, n: number) => `${formatCount(from)}–${formatCount(to)} of ${formatCount(n)}`,
      (from, to, n) => `第 ${formatCount(from)}–${formatCount(to)} 项，共 ${formatCount(n)} 项`,
    ),
  },
  findings: {
    heading: both('Findings', '问题'),
    code: both('code', '代码'),
    shown: both(
      (n: number) => pluralize(n, 'finding'),
      (n) => `共 ${formatCount(n)} 项`,
    ),
    cut: both(
      (listed: number, n: number) =>
        `this file contains ${formatCount(listed)} of ${pluralize(n, 'finding')}`,
      (listed, n) => `本文件列出 ${formatCount(listed)} 项（共 ${formatCount(n)} 项）`,
    ),
    none: both('No finding matches.', '没有匹配的问题。'),
    request: both('Request', '请求'),
    transaction: both('Payment', '充值'),
    model: both('Model', '模型'),
    channel: both('Channel', '渠道'),
    id: both('Finding', '编号'),
    ratio: both('Ratio', '比例'),
    ledgers: {
      downstreamUsage: both('charged', '扣费'),
      upstreamCharges: both('cost', '成本'),
      payments: both('paid', '付款'),
    },
    tokenCounts: both(
      (counts: string) => `${counts} tokens`,
      (counts) => `${counts} 个 token`,
    ),
    details: {
      amount: both('Amount', '金额'),
      attempts: both('Attempts', '尝试次数'),
      byUser: both('By customer', '按客户'),
      charged: both('Charged', '实收'),
      byModel: both('By model', '按模型'),
      byTotals: both('Compared by totals', '按合计比较的请求数'),
      kinds: both('Kinds', '种类'),
      cost: both('Cost', '成本'),
      count: both('Cases', '数量'),
      counted: both('Counted', '计入'),
      credited: both('Credited', '入账'),
      downstreamRequests: both('Requests in the log', '日志中的请求数'),
      drift: both('Total of rounding differences', '取整累计'),
      expected: both('Expected', '应收'),
      bought: both('Credit bought', '应入账'),
      delivered: both('Delivered requests', '成功请求数'),
      uncharged: both('Charged nothing', '未收费请求数'),
      twin: both('Other request', '另一个请求'),
      fee: both('Fee', '手续费'),
      files: both('Files', '文件'),
      offsetMinutes: both('Difference in minutes', '相差分钟数'),
      orders: both('Top-ups', '充值笔数'),
      paid: both('Paid', '付款'),
      pairs: both('Pairs compared', '比较的对数'),
      payments: both('Payments', '付款笔数'),
      providers: both('Payment providers', '支付平台'),
      refunded: both('Refunded', '退款'),
      refunds: both('Number of refunds', '退款笔数'),
      requestIds: both('Requests', '请求'),
      requests: both('Requests', '请求数'),
      revenue: both('Revenue', '收入'),
      rows: both('Rows', '行数'),
      shifted: both('Pairs with this difference', '时间不一致的匹配数'),
      subject: both('About', '对象'),
      total: both('Total', '总额'),
      transactionIds: both('Payments', '充值'),
      upstreamIds: both('Upstream ids', '上游 ID'),
      userId: both('Customer', '客户'),
      upstreamRequests: both('Requests in the bill', '账单中的请求数'),
      userIds: both('Customers', '客户'),
      users: both('Number of customers', '客户数'),
      known: both('Attempts in the log', '日志中的尝试次数'),
      billed: both('Billed', '账单金额'),
      estimated: both('Estimated', '估算金额'),
      factor: both('Factor', '倍数'),
      kind: both('Reason', '原因'),
      tokens: both('Kind of tokens', 'token 种类'),
      grain: both('Bill rows per', '账单单位'),
      firstBucket: both('First period', '最早的账期'),
      buckets: both('Periods', '账期'),
      bucketCount: both('Number of periods', '账期数'),
      span: both('Shown in', '出现在'),
      changes: both('Changes', '改动次数'),
      ratio: both('Model ratio', '模型倍率'),
      completionRatio: both('Completion ratio', '补全倍率'),
      groupRatio: both('Group ratio', '分组倍率'),
      price: both('Price per call', '单次价格'),
      repriced: both('Price changed then', '当时的价格改动'),
    } as Record<string, Both<string>>,
    values: {
      subject: {
        downstreamUsage: both('gateway log', '网关日志'),
        upstreamCharges: both('provider’s bill', '上游账单'),
        payments: both('payments', '充值记录'),
        report: both('the whole report', '整份报告'),
      },
      kinds: { unreadable: both('unreadable', '无法读取') },
      kind: {
        price: both('price', '价格'),
        usage: both('usage', '用量'),
        tokens: both('tokens', 'token 数量'),
        shift: both('days start at another hour', '每日起止时刻不同'),
        unexplained: both('unexplained', '原因不明'),
      },
      tokens: {
        input: both(tokenWords.en.input, tokenWords.zh.input),
        output: both(tokenWords.en.output, tokenWords.zh.output),
        cacheRead: both(tokenWords.en.cacheRead, tokenWords.zh.cacheRead),
        cacheWrite: both(tokenWords.en.cacheWrite, tokenWords.zh.cacheWrite),
        reasoning: both(tokenWords.en.reasoning, tokenWords.zh.reasoning),
        media: both(tokenWords.en.media, tokenWords.zh.media),
      },
      span: { within: both('only these periods', '仅这些账期') },
      grain: { hour: both('hour', '小时'), day: both('day', '天'), month: both('month', '月') },
    } as Record<string, Record<string, Both<string>>>,
    tokens: {
      input: both('Input tokens', '输入 token'),
      output: both('Output tokens', '输出 token'),
      cacheRead: both('Tokens read from cache', '缓存读取 token'),
      cacheWrite: both('Tokens written to cache', '缓存写入 token'),
      reasoning: both('Reasoning tokens', '推理 token'),
      media: both('Media tokens', '多媒体 token'),
    } as Record<string, Both<string>>,
    sides: {
      Downstream: both('(log)', '（日志）'),
      Upstream: both('(bill)', '（账单）'),
    } as Record<string, Both<string>>,
  },
  rows: {
    heading: both('What was read', '读取了什么'),
    lead: both(
      (p: Omit<NormalizeMeta['rows'], 'skipped'>) =>
        `${pluralize(p.received, 'row')} read: ${pluralize(p.downstreamUsage, 'request')}, ${pluralize(p.upstreamCharges, 'bill line')}, ${pluralize(p.payments, 'payment')}.`,
      (p) =>
        `共读取 ${formatCount(p.received)} 行：请求 ${formatCount(p.downstreamUsage)}，上游账单 ${formatCount(p.upstreamCharges)}，充值 ${formatCount(p.payments)}。`,
    ),
    skipped: both('Rows that were not counted: ', '未计为请求的行：'),
    comma: both(', ', '、'),
    rowsOf: both(
      (name: string, n: number) => `${name} ${n}`,
      (name, n) => (name.endsWith('行') ? `${name} ${formatCount(n)}` : `${name} ${formatCount(n)} 行`),
    ),
    rowOf: both(
      (file: string, row: number, reason: string) => `${file}, row ${row}: ${reason}`,
      (file, row, reason) => `${file}，第 ${row} 行：${reason}`,
    ),
    aside: both(
      (n: number) =>
        `${pluralize(n, 'row')} could not be read and ${n === 1 ? 'was' : 'were'} left out. The first:`,
      (n) => `有 ${formatCount(n)} 行无法读取，已略过。前几行：`,
    ),
    skips: {
      topup: both('top-ups', '充值'),
      manage: both('management', '管理'),
      system: both('system', '系统'),
      login: both('logins', '登录'),
      channelTest: both('channel tests', '渠道测试'),
      retriedAttempt: both('retried attempts', '已重试的失败尝试'),
      toolInCharge: both('tool calls included in a charge', '已含在请求扣费中的工具调用'),
      refundJoined: both('refunds and fees merged into their charge', '已并入原扣费或付款的退款、手续费'),
      settlementJoined: both('settlements merged into their charge', '已并入原扣费的结算'),
      pageOverlap: both('duplicate rows from overlapping pages', '分页重叠造成的重复行'),
      apart: both(
        'bill and payout rows that are neither costs nor payments',
        '账单与结算中既非成本也非充值的行',
      ),
      unknown: both('unknown type', '未知类型'),
    } as Record<string, Both<string>>,
    fingerprint: both('Fingerprint of the input', '输入指纹'),
    generated: both(
      (at: string) => `Created on ${at}.`,
      (at) => `生成于 ${at}。`,
    ),
  },
  exports: {
    html: both('Report file (HTML)', '报告文件（HTML）'),
    json: both('Report (JSON)', '报告（JSON）'),
    tables: both('CSV tables', 'CSV 表格'),
    hint: both(
      'Double-click the report file to open it; it needs no server and no scripts.',
      '报告文件双击即可打开，无需服务器，也无需脚本。',
    ),
    files: {
      findings: both('Findings', '问题'),
      causes: both('Causes', '原因'),
      'by-model': both('By model', '按模型'),
      'by-channel': both('By channel', '按渠道'),
      'by-user': both('By customer', '按客户'),
      'by-day': both('By day', '按日期'),
    },
  },
};

/** Texts of the report's view in one language. */
export type ViewWords = In<typeof words>;

/** Texts of the report's view by language. */
export const viewWords = { en: inLanguage(words, 'en'), zh: inLanguage(words, 'zh') };
