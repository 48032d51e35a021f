import type { Language } from '#shared/language.ts';
import { type Both, both, type In, inLanguage, template } from '#shared/report/view/words/both.ts';
import { columnWords } from '#shared/report/view/words/view-words.ts';

const words = {
  id: both('en' as Language, 'zh'),
  language: both('English', '简体中文'),
  title: both('Reconciliation console', '对账控制台'),
  brand: both('Reconciliation', '对账'),
  private: both(
    'Runs in this browser. Nothing leaves your machine.',
    '只在本浏览器中运行，数据不离开您的电脑。',
  ),
  chooseLanguage: both('Language', '语言'),
  theme: {
    label: both('Colours', '配色'),
    system: both('System', '跟随系统'),
    light: both('Light', '浅色'),
    dark: both('Dark', '深色'),
  },
  start: {
    heading: both('Where does your gateway lose money?', '您的网关在哪里亏钱？'),
    lead: both(
      'Drop a month of gateway logs, the provider’s bill and your payments. See which model, channel or customer loses money, why, and what to do about it.',
      '把一个月的网关日志、上游账单和充值记录拖进来，就能看到哪个模型、渠道或客户在亏钱，原因是什么，该怎么办。',
    ),
    gone: both(
      'The report at this address is gone: the page keeps nothing. Add the files again, or open your saved report.',
      '这个地址的报告已不存在：页面不保留任何数据。请重新添加文件，或打开已保存的报告。',
    ),
    promise: both(
      'Your files are read in this page and never uploaded. The page loads its engine from this server before it opens the first file. Then it cannot contact any server, not even this one.',
      '文件只在本页面内读取，不会上传：打开第一个文件之前，页面会从本站加载对账引擎，之后无法连接任何服务器，包括本站。',
    ),
    drop: both('Drop files here', '把文件拖到这里'),
    choose: both('Choose files', '选择文件'),
    folder: both('Choose a folder', '选择文件夹'),
    formats: both(
      'JSON, JSON Lines or CSV, optionally gzipped (.gz): logs of new-api, one-api, one-hub and VoAPI, exported or as API responses; provider bills; payments; and data in this service’s own format.',
      '支持 JSON、JSON Lines、CSV 及其 .gz 压缩：new-api、one-api、one-hub、VoAPI 的日志（导出文件或接口返回），上游账单，充值记录，以及本工具标准格式的数据。',
    ),
    example: both('Try the example', '试用示例'),
    exampleHint: both(
      'An invented month of a small gateway, with common errors.',
      '一个虚构的小型网关一个月的数据，包含常见的问题。',
    ),
  },
  files: {
    heading: both('Your files', '您的文件'),
    add: both('Add files', '添加文件'),
    remove: template('Remove {name}', '移除 {name}'),
    is: template('What is {name}?', '{name} 是什么？'),
    gateway: template('Which gateway wrote {name}?', '{name} 来自哪个网关？'),
    orFork: template('{name} or a fork', '{name} 或其分支'),
    channel: template('Which channel does {name} belong to?', '{name} 属于哪个渠道？'),
    anyChannel: both('Any channel', '不指定渠道'),
    terms: {
      heading: both('How to read the amounts', '如何读取金额'),
      quotaPerUnit: both('Quota per unit at the upstream', '上游的每单位额度'),
      currency: both('Default currency of amounts', '金额的默认币种'),
      factor: both('Multiply amounts by (your account’s multiplier)', '金额系数（账户折扣或倍率）'),
    },
    ofChannel: both(
      (id: string, name?: string) => `Channel ${id}${name === undefined ? '' : ` (${name})`}`,
      (id, name) => `渠道 ${id}${name === undefined ? '' : `（${name}）`}`,
    ),
    rows: template('{n row}', '{n} 行'),
    reading: template('Reading … {share}', '正在读取 … {share}'),
    empty: both('This file has no rows and is not used.', '这个文件没有任何记录，未使用。'),
    unknown: both('Not recognized. Choose what it is.', '无法识别。请选择文件类型。'),
    leftOut: template('Not used: the file {reason}.', '未使用此文件：{reason}。'),
    stripped: template(
      'These fields were not read, because they may contain prompts or secrets: {names}.',
      '以下字段可能含有提示词或密钥，未读取：{names}。',
    ),
    row: both(
      (row: number, reason: string) => `row ${row}: ${reason}`,
      (row, reason) => `第 ${row} 行：${reason}`,
    ),
    unread: template('{n row} could not be read:', '有 {n} 行无法读取：'),
    ambiguous: both(
      'Logs of new-api and VoAPI have the same fields. Choose the gateway that wrote this file.',
      'new-api 与 VoAPI 的日志字段相同，请选择此文件来自哪一个。',
    ),
    roles: {
      logs: both('Gateway log', '网关日志'),
      upstreamLogs: both('Log of the upstream gateway', '上游网关的日志'),
      bill: both('Provider’s bill', '上游账单'),
      payments: both('Payments', '充值记录'),
      channels: both('Channel list', '渠道列表'),
      ledgers: both('Data in this service’s own format', '本工具标准格式的数据'),
      mapped: both('Other table', '其他表格'),
      status: both('Gateway status', '网关状态'),
      settings: both('Monthly settings', '月度设置'),
      prices: both('Purchase prices', '进价'),
      rules: both('Column mapping', '列映射'),
      known: both('Known causes', '已知原因'),
      earlier: both('Earlier report', '以前的报告'),
      unknown: both('Not recognized', '无法识别'),
      ignored: both('Do not use', '不使用'),
    },
  },
  mapping: {
    heading: template('How {name} is read', '如何读取 {name}'),
    hint: both(
      'Choose the column for each field; fields with * are required. Or drop a mapping file of the month command here.',
      '请为每个字段选择对应的列，带 * 的为必填。也可以把 month 命令的列映射文件拖进来。',
    ),
    kind: both('What the rows are', '这些行的类型'),
    kinds: {
      downstreamUsage: both('Log of another gateway', '其他网关的日志'),
      upstreamCharges: both('Provider’s bill', '上游账单'),
      payments: both('Payments', '充值记录'),
    },
    none: both('–', '无'),
    fields: {
      ...columnWords,
      requestId: both('Request id', '请求 ID'),
      upstreamRequestId: both('Request id of the upstream', '上游的请求 ID'),
      upstreamId: both('Id of the charge', '扣费 ID'),
      transactionId: both('Id of the payment', '充值 ID'),
      occurredAt: both('Time', '时间'),
      provider: both('Payment provider', '支付平台'),
      status: both('Status', '状态'),
      tokenId: both('Key', '密钥'),
      chargedAmount: both('Charged', '扣费'),
      expectedCharge: both('Expected charge', '应收金额'),
      costAmount: both('Cost', '成本'),
      amount: both('Amount', '金额'),
      feeAmount: both('Fee', '手续费'),
      refundAmount: both('Refund', '退款'),
      creditedAmount: both('Credited', '入账'),
      currency: both('Currency', '币种'),
    } as Record<string, Both<string>>,
    shapes: {
      join: both('Join two columns …', '合并两列 …'),
      part: both('Part of a column …', '列的一部分 …'),
      in: both('Income and expense columns …', '收入列与支出列 …'),
    },
    places: {
      first: both('first column', '第一列'),
      second: both('second column', '第二列'),
      in: both('income', '收入'),
      out: both('expense', '支出'),
      column: both('column', '列'),
      split: both('text that separates the parts', '各部分之间的分隔文字'),
      part: both('which part (1 is the first, -1 the last)', '第几部分（1 为第一，-1 为最后）'),
    } as Record<string, Both<string>>,
    timeZone: both('Default time zone', '默认时区'),
    timeFormat: both(
      'How times are written, if not as 2026-10-01 08:00',
      '时间格式（如果不是 2026-10-01 08:00）',
    ),
    factor: both(
      'Multiply amounts by (0.73 if you pay 73% of the list price)',
      '金额乘以（实付为目录价的 73% 时填 0.73）',
    ),
    end: both('Text at the start of the line after the last row', '记录结束后下一行的开头文字'),
    movements: both(
      'Column with the type of transaction (sale, refund, payout)',
      '收支类型所在的列（收款、退款、提现）',
    ),
    movement: {
      charge: both('Values that mean “payment”, separated by commas', '表示收款的值（用逗号分隔）'),
      correction: both('Values that mean “amount correction”', '表示金额更正的值'),
      refund: both('Values that mean “refund”', '表示退款的值'),
      refundReversal: both('Values that mean “failed refund”', '表示退款失败的值'),
      dispute: both('Values that mean “chargeback”', '表示拒付的值'),
      disputeReversal: both('Values that mean “chargeback won”', '表示拒付撤销的值'),
      fee: both('Values that mean “fee”', '表示手续费的值'),
      none: both('Values of rows to leave out', '不计入的值'),
    },
    divisor: both('Divide amounts by (100 if they are in cents)', '金额除以（以分为单位时填 100）'),
    grain: both(
      'Period that a row covers (event, minute, hour, day, month)',
      '一行对应的时段（event、minute、hour、day、month）',
    ),
    allKeys: both('Edit the mapping as JSON', '以 JSON 编辑列映射'),
    sorts: both('Column with the row type (charge, failure, refund)', '行类型所在的列（扣费、失败、退款）'),
    sort: {
      charge: both('Values that mean “charge”, separated by commas', '表示扣费的值（用逗号分隔）'),
      failure: both('Values that mean “failure”', '表示失败的值'),
      refund: both('Values that mean “refund”', '表示退款的值'),
      none: both('Values of rows to leave out', '不读取的值'),
    },
    more: both('More columns, times and amounts', '其他列、时间与金额'),
    missing: template('Still needed: {names}.', '还需要：{names}。'),
    preview: both('Preview of the first rows', '前几行的读取结果'),
    row: both('Row', '行'),
    skipped: both('left out', '不读取'),
    save: both('Save the mapping as a file', '把列映射保存为文件'),
  },
  settings: {
    heading: both('Settings', '设置'),
    quotaPerUnit: both('Quota per unit', '每单位额度'),
    quotaPerUnitHint: template(
      'The log counts in quota. How many quota units equal 1 unit of money? Look it up in your gateway ({at}), or drop that response here. The usual default is 500000.',
      '日志以额度计费。多少额度等于 1 个货币单位？请在网关查看：{at}，也可以把该接口的返回拖进来。网关的默认值是 500000。',
    ),
    quotaPerUnitFrom: template(
      'Quota units per unit of money, from {name}.',
      '1 个货币单位对应的额度，取自 {name}。',
    ),
    more: both('Currency and period', '币种与账期'),
    currency: both('Currency', '币种'),
    currencyHint: both(
      'Currency of the report. Bills and payments in other currencies are left out unless they have an exchange rate.',
      '报告所用币种。其他币种的账单和充值需要汇率，否则不计入。',
    ),
    from: both('From', '开始日期'),
    to: both('Until (not included)', '结束日期（不含）'),
    periodHint: both('Optional. Leave both empty to use all rows.', '可选。留空则使用全部数据。'),
    timeZone: both('Time zone of the report', '报告的时区'),
    timeZoneHint: both(
      'Days in the report follow this time zone. Examples: +08:00, Asia/Shanghai.',
      '报告按哪个时区的日期统计，如 +08:00 或 Asia/Shanghai。',
    ),
    save: both('Save the settings', '保存设置'),
    saveHint: both(
      'Save month.json next to your files for the month command (--settings month.json), or drop it here next time.',
      '把 month.json 与您的文件放在同一目录，供 month 命令使用（--settings month.json）；也可以再拖回这里。',
    ),
  },
  /** Settings about purchases. */
  terms: {
    heading: both('Exchange rates, purchase prices and model names', '汇率、进价与模型名称'),
    rates: {
      heading: both('Rates', '汇率'),
      hint: template(
        'Value of 1 unit of the other currency, in {currency}. If the rate changed, add a line with the first day of the new rate (UTC).',
        '其他币种 1 个单位折合多少 {currency}。汇率有变动时，请另加一行，写明新汇率的起始日期（UTC）。',
      ),
      heads: both(['Currency', 'First day', '1 unit ='], ['币种', '起始日期', '1 单位折合']),
    },
    prices: {
      heading: both('What you pay for models', '您采购模型的进价'),
      hint: both(
        'Prices per million tokens or per request; without a channel, for all channels. Costs at these prices are estimates and shown separately.',
        '每百万 token 或每次请求的价格。不写渠道的价格适用于所有渠道。由此算出的成本是估算，单独列出。',
      ),
      heads: both(
        [
          ...[
            'Model',
            'Channel',
            'Input',
            'Output',
            'Cache read',
            'Cache write',
            'Cache write, 1 h',
            'Request',
          ],
        ],
        ['模型', '渠道', '输入', '输出', '缓存读取', '缓存写入', '缓存写入（1 小时）', '每个请求'],
      ),
    },
    names: {
      heading: both('Names in bills', '账单中的名称'),
      hint: both(
        'Fill this in if the bill uses different model names from yours.',
        '账单里的名称与售出的模型不同时，请写明对应关系。',
      ),
      heads: both(['In the bill', 'Sold as'], ['账单里的名称', '售出的模型']),
    },
    balances: {
      heading: both('Balances at upstreams', '上游的余额'),
      hint: both(
        'Use this if you know only your balance at an upstream. The channel’s cost is the opening balance plus top-ups minus the closing balance.',
        '只知道上游余额时：期初余额加充值减期末余额，就是该渠道在账期内的成本。',
      ),
      heads: both(
        ['Channel', 'Opening', 'Topped up', 'Closing', 'Currency', 'Factor'],
        ['渠道', '期初', '充值', '期末', '币种', '系数'],
      ),
    },
    pricesCurrency: both(
      'Currency of the prices, if different from the report’s',
      '价格的币种（若不是报告币种）',
    ),
    paymentsCurrency: both('Default currency of payments', '充值的默认币种'),
    rest: template(
      'Your file has {n more price}, used when none of these applies.',
      '您的文件另有 {n} 条价格，在以上价格都不适用时使用。',
    ),
  },
  /** Names on the page for options of the month command. */
  options: {
    logs: both('“Gateway log”', '“网关日志”'),
    upstream: both('“Provider’s bill” or “Log of the upstream gateway”', '“上游账单”或“上游网关的日志”'),
    payments: both('“Payments”', '“充值记录”'),
    channels: both('“Channel list”', '“渠道列表”'),
    period: both('“From” and “Until”', '“开始日期”和“结束日期”'),
    status: both('“Gateway status”', '“网关状态”'),
    mapping: both('“Other table”', '“其他表格”'),
    'quota-per-unit': both('“Quota per unit”', '“每单位额度”'),
    'rejected-share': both('“rejectedShare” in a settings file', '设置文件中的 rejectedShare'),
    'payments-currency': both('“Default currency of payments”', '“充值的默认币种”'),
  } as Record<string, Both<string>>,
  /** Remedies on the page for findings that a setting can resolve, by code. */
  remedies: {
    currency_excluded: both(
      'Enter exchange rates under “Rates” in the settings, or reconcile that currency separately.',
      '请在文件下方的设置中填写“汇率”，或按该币种另行对账。',
    ),
    payment_currency_unknown: both(
      'Set “Default currency of payments” in the settings below your files.',
      '请在文件下方的设置中填写“充值的默认币种”。',
    ),
  },
  loseFiles: both(
    'Start over? This removes the files, settings and report from the page.',
    '重新开始？本页面上的文件、设置和报告都会被移除。',
  ),
  run: both('Reconcile', '开始对账'),
  runReading: both('Files are still being read.', '文件还在读取。'),
  runMissingLogs: both('Add a gateway log first.', '请先添加网关日志。'),
  runMissingUnit: both('Enter the quota per unit first.', '请先填写每单位额度。'),
  runUnmapped: template('Choose the columns of {name} first.', '请先为 {name} 选择各列。'),
  runMistaken: both('Correct the settings first.', '请先更正设置中的错误。'),
  runContradiction: template(
    '{files} set {name} to different values. Remove one of the files.',
    '{files} 对 {name} 的设置不同，请移除其中一个文件。',
  ),
  runWithoutBill: both(
    'Without the provider’s bill, cost and margin are unknown.',
    '没有上游账单，无法计算成本与毛利。',
  ),
  runWithout: template('Not used: {names}.', '未使用：{names}。'),
  working: {
    heading: both('Working …', '正在处理 …'),
    read: both('Reading files', '读取文件'),
    link: both('Joining rows', '关联记录'),
    reconcile: both('Checking requests', '核对请求'),
    write: both('Writing the report', '整理结果'),
    rows: template('{n row} read', '已读取 {n} 行'),
    cancel: both('Cancel', '取消'),
  },
  problem: {
    heading: both('That did not work', '未能完成'),
    read: template('{name} could not be read', '无法读取 {name}'),
    goOn: both('Continue with the rows that can be read', '只用截断前的行继续'),
    noEngine: both(
      'The page could not load its engine. Check the connection, reload the page and add the files again.',
      '对账引擎未能加载。请检查网络连接，刷新页面后重新添加文件。',
    ),
    bug: both(
      'The page failed, probably not because of your data. Reload it. If it fails again, report what you did.',
      '页面出错，可能与您的数据无关。请刷新后重试；如果再次出错，请反馈操作步骤。',
    ),
  },
};

/** Texts of the page in one language, without the texts of checks. */
export type PageWords = In<typeof words>;

/** Texts of the page by language. */
export const languages = { en: inLanguage(words, 'en'), zh: inLanguage(words, 'zh') };

/** Picks the first of the preferred languages (tags such as `zh-CN`) in which the page has texts, else English. */
export function pickLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (language in languages) return language as Language;
  }
  return 'en';
}
