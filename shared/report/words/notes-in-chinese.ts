import type { NoteTexts } from '../../normalizer/row-outcomes.ts';

/**
 * Notes on the rows in Chinese, for the page and the month command. The API answers in English. The count of rows
 * replaces `#`, or follows the first sentence.
 */
export const notesInChinese: NoteTexts = {
  sentences: {
    quotaRounded: '舍入到 12 位小数的金额。额度除以每单位额度（quotaPerUnit）除不尽',
    digits: '写成 JSON 数字且超过 15 位的金额。末几位可能已丢失，请改用字符串',
    idFromRow: '# 条记录没有请求 ID，暂用日志行号代替，不能与账单逐条匹配',
    idFromContent: '按内容生成 ID 的请求。网关没有保存请求 ID，行 ID 又有重复，因此无法与上游账单匹配',
    idRepeated:
      '除行 ID 外与前面某行完全相同的行，已作为不同的请求计入。如果是用户自己的日志分页重叠，请重新导出，否则会重复计入',
    channelTest: '已略过的渠道测试。上游会对测试收费，因此账单中会有匹配不到请求的费用',
    retriedAttempt: '并入所属请求的失败尝试',
    toolInCharge: '已略过的工具调用。费用已含在所属请求的扣费中',
    hiddenRefunds:
      '已略过的系统日志。其中可能有任务的退款或补扣（2026-02-22 之前的 new-api），金额只写在文字里，没有计入',
    checkIn: '已略过的每日签到。签到赠送额度，金额只写在文字里',
    manageQuota: '略过 # 条管理员调整额度的日志。这类日志既不是用量也不是充值',
    grantedCredit: '兑换码、赠送和管理员充入的额度。不与付款核对',
    unknown: '已略过的未知类型的行。其中没有额度或金额',
    errorQuota: '带有额度或金额的错误日志，按扣费 0 计入。网关不对失败的请求收费',
    refundAlone: '单独计入的退款。没有对应的扣费，或对应的扣费不止一笔',
    subscription: '由订阅套餐支付的请求。钱包没有扣款，扣费仍按额度计算',
    violationFee: '违反上游使用政策的罚款。按没有 token 的成功请求计入',
    oneUnit: '# 个请求的扣费与重算结果相差 1 个额度单位。网关各版本取整方式不同，以实际扣费为准',
    belowList:
      '收费偏低的 Claude 对话补全请求。提示词 token 本来不含缓存，网关却又减去了缓存 token（Veloera）',
    noSnapshot: '无法核对价格的请求。日志中没有倍率或价格',
    snapshotUnparsed: '无法核对价格的请求。日志中的倍率或价格不是 JSON，请重新导出日志',
    noPrices: '无法核对价格的请求。网关只用两位小数的文字记录倍率',
    statedMoney: '无法核对价格的请求。日志写的是金额而不是额度',
    missingRatio: '无法核对价格的请求。缺少倍率或数量，或写法与网关不同',
    settled: '无法核对价格的请求。任务的扣费中含有补扣',
    taskPrice: '无法核对价格的请求。任务的价格取决于日志之外的信息',
    tiersFailed: '无法核对价格的请求。网关计算阶梯计费表达式失败，按预扣额度收费',
    tiersAsk: '无法核对价格的请求。阶梯计费表达式取决于日志中没有的请求内容',
    tiersCount: '无法核对价格的请求。阶梯计费表达式用到的 token 数不在日志中',
    tiersLanguage: '无法核对价格的请求。暂不支持该阶梯计费表达式的语法',
    imagePrice: '无法核对价格的请求。按张计费，日志中却没有图片张数',
    emptyReply:
      '无法核对价格的请求。没有输出的回复未收费，可能是网关设置为免费（done-hub 的 EmptyResponseBillingEnabled）',
    claudeSearch: '无法核对价格的请求。旧版本记录了网络搜索，却不一定收费',
    saturated: '无法核对价格的请求。额度超过上限，网关按上限收费',
    priceRange: '无法核对价格的请求。重算的价格超出了额度的取值范围',
    upstreamPerUnit:
      '按您的每单位额度（quotaPerUnit）换算的上游日志。如果上游的单位不同，请在行中加上 quota_per_unit',
    linked: '通过 upstream_request_id 与请求匹配的上游记录',
    linkedToTest: '无法匹配的上游记录。这些记录属于渠道测试',
    linkFee: '无法匹配的上游记录。日志中只有一笔违规罚款带有该 ID，而该 ID 可能属于另一次尝试',
    untraced: '无法匹配的 Midjourney 与实时会话上游记录。new-api 不保存它们的上游 ID',
    linkUnknown: 'ID 不在日志中的上游记录。所属渠道不返回 ID，因此无法匹配',
    linkStale: '无法匹配的上游失败记录。带有该 ID 的请求重试后成功，该 ID 可能属于之前失败的那次尝试',
    linkAmbiguous: '无法匹配的上游记录。同一个 ID 属于多个请求',
    dateAlone: '# 行账单只写了日期，按 UTC 零点计',
    timeInUtc: '没有时区的账单行，按 UTC 读取。如果是当地时间，请加上时区偏移',
    dateInChina: '# 行账单只写了日期，按北京时间（UTC+8）零点计',
    dateInPacific: '# 行账单只写了日期，按太平洋时间（America/Los_Angeles）零点计',
    billApart: '账单中的税费、余额充值与舍入差额，不计入请求成本',
    otherServices: '其他服务的账单行，不计入请求成本',
    paidByPlan: '已由订阅套餐支付的账单行，不计入请求成本',
    billTotals: '账单中的合计行，不重复计入',
    billedElsewhere: '带有其他厂商费用估算（BYOK）的账单行。估算不计入成本',
    billRestated: '同一天后来以更高金额重新列出的账单行，不重复计入',
    countedUsage: '用量报告的记录。没有金额，只把 token 数与日志比较',
    billEmpty: '没有金额的账单行，没有计入',
    noPayment: '提现、转账、手续费和未付款的订单等，不是客户的充值，没有计入',
    paymentElsewhere: '找不到原付款的退款与拒付，按曾收到等额付款计入。请一并提供含有原付款的账单',
    foreignPayment:
      '没有写明币种的本地货币充值。入账照计，付款金额未知：请填写充值的币种（--payments-currency），或在行中加上 `currency`',
    stripeCredit: '经 Stripe 的充值。行中的金额是入账金额，不是付款金额',
    ownRate: '没有入账金额的充值。您按自定的汇率（currency_rate）出售额度，付款与入账无法比较',
    walletPlan: '用钱包余额购买的套餐。没有收到款项，只扣减了钱包余额',
    subscriptionPurchase: '购买订阅套餐的记录。没有写明给钱包入账多少',
    otherCurrencyCredit: '币种与报告不同的充值。入账与手续费未知',
    creditPerUnit: '没有入账金额的充值。入账写的是额度，却没有每单位额度（quotaPerUnit）',
    paymentsJoined: '# 笔充值已按订单号与支付平台账单合并',
    noOrderNumber:
      '支付平台账单中没有订单号的付款，入账未知。请导出带 client_reference_id 或 payment_metadata[trade_no] 列的账单',
    channelByName: '按渠道名称找到渠道 ID 的请求',
  },
  counted: (note, count, sums) => {
    const [label, advice] = note.split('。');
    const counted = label?.includes('#') ? label.replace('#', String(count)) : `${label}：${count}`;
    return `${[counted, ...sums].join('，')}。${advice === undefined ? '' : `${advice}。`}`;
  },
  unknownChannels: (count, listed) => `日志中有、渠道列表中没有的渠道：${count}（${listed}）。`,
};
