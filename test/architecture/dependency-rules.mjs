/**
 * Who may import whom. Each rule's comment is the sentence that the person who broke it reads.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
/** The rooms of the engine, in the order in which rows pass through them; an import points to the left. */
const ENGINE_ROOMS = ['rows', 'survey', 'entities', 'tally', 'checks'];
const CORE = '^shared/(engine|gateways|bills|normalizer|hash)/';

/** Files of shared/gateways that all gateways use; every other file there is a gateway. */
export const SHARED_BY_GATEWAYS = '(connector|registry|vocabulary|allowed-keys|one-api-family)\\.ts$';

export default {
  forbidden: [
    rule(
      'core-is-pure',
      'The engine, the gateways, the bills and the normalizer compute. They import schemas, money, limits, instants, hashes, sentences and rejections, and no clock, file, network or environment. Move the effect into the shell.',
      { path: CORE },
      {
        pathNot: [
          CORE,
          '^shared/(schemas|money)/',
          '^shared/[a-z-]+\\.ts$',
          '^node_modules/(valibot|@noble/hashes)/',
        ],
      },
    ),
    rule(
      'answer-reads-the-report-alone',
      'The answer follows from what a report says, wherever it is told again: it knows the schemas, money and sentences, and not who computed the report.',
      { path: '^shared/report/answer/' },
      {
        pathNot: [
          '^shared/report/answer/',
          '^shared/engine/words/',
          '^shared/(schemas|money)/',
          '^shared/[a-z-]+\\.ts$',
        ],
      },
    ),
    rule(
      'views-show-what-they-are-given',
      'A view turns a report and what its reader looks at into elements, in a browser as on Node: it computes nothing that the answer does not say.',
      { path: '^shared/report/view/' },
      {
        pathNot: [
          '^shared/report/(view|answer|acknowledged|run-report\\.ts)',
          '^shared/engine/words/',
          '^shared/(schemas|money)/',
          '^shared/[a-z-]+\\.ts$',
          '^shared/report/files/report-(json|tables|source)\\.ts$',
          '^shared/report/build/translations\\.ts$',
          '^node_modules/preact/',
        ],
      },
    ),
    rule(
      'engine-reads-canonical-records-only',
      'The engine reads canonical records and knows no gateway; the schemas are all they share.',
      { path: '^shared/engine/' },
      { path: '^shared/(gateways|bills|normalizer)/' },
    ),
    rule(
      'engine-knows-no-report',
      'The engine finds; shared/report rounds, sorts, words and shows what was found.',
      { path: '^shared/engine/' },
      { path: '^shared/(report|pipeline|recognition|prices|files|http)/' },
    ),
    rule(
      'pipeline-stands-above',
      'The pipeline puts the rooms in a line: files, recognition, normalizer, engine, report. None of them knows it.',
      { path: '^shared/', pathNot: '^shared/pipeline/' },
      { path: '^shared/pipeline/' },
    ),
    ...ENGINE_ROOMS.map((room, place) =>
      rule(
        `engine-${room}-knows-no-later-room`,
        `The engine's rooms are in the order in which rows pass through them (${ENGINE_ROOMS.join(', ')}); what ${room}/ needs of a later room, or of the files beside the rooms, belongs further down.`,
        { path: `^shared/engine/${room}/` },
        { path: `^shared/engine/(${[...ENGINE_ROOMS.slice(place + 1), '[a-z-]+\\.ts$'].join('|')})` },
      ),
    ),
    rule(
      'normalizer-does-not-know-the-engine',
      'The normalizer writes canonical records, the engine reads them; the schemas are all they share.',
      { path: '^shared/(gateways|bills|normalizer)/' },
      { path: '^shared/engine/' },
    ),
    rule(
      'gateways-do-not-know-their-reader',
      'A gateway is data and does not know who interprets it: what a gateway needs of the normalizer is a word of shared/gateways/vocabulary.ts.',
      { path: '^shared/gateways/' },
      { path: '^shared/normalizer/' },
    ),
    rule(
      'files-are-read-anywhere',
      'shared/files runs in Node, in a Lambda and in a browser worker: bytes come in as an iterable, and only web standards are at hand. Open files and streams in the shell.',
      { path: '^shared/files/', pathNot: '^shared/files/gunzip/' },
      {
        pathNot: [
          CORE,
          '^shared/(files|schemas|hash|money)/',
          '^shared/[a-z-]+\\.ts$',
          '^examples/mappings/',
          '^node_modules/valibot/',
        ],
      },
    ),
    rule(
      'nobody-decides-by-files',
      'The core takes rows and does not know where they come from.',
      { path: CORE },
      { path: '^shared/files/' },
    ),
    rule(
      'schemas-stand-below',
      'A schema says what a value looks like; it knows neither the engine nor the gateways nor HTTP. Pass in what it depends on, as connectorPayloadSchemaOf does.',
      { path: '^shared/schemas/' },
      { path: '^shared/(engine|gateways|bills|normalizer|http)/' },
    ),
    rule(
      'checks-stand-alone',
      'A check never imports another check: what two checks need belongs to the group, to check.ts or to shared/engine/words.',
      {
        path: '^shared/engine/checks/([a-z-]+)(\\.words)?\\.ts$',
        pathNot: '/(registry(\\.words)?|recorder)\\.ts$',
      },
      { path: '^shared/engine/checks/', pathNot: '/(check|$1)\\.ts$' },
    ),
    rule(
      'engine-decides-without-words',
      'The engine finds facts. Only shared/report and the words of the checks contain sentences and languages.',
      { path: '^shared/engine/', pathNot: '[./]words\\.ts$|^shared/engine/words/' },
      { path: ['^shared/language\\.ts$', '^shared/engine/(words/|checks/.*words\\.ts$)'] },
    ),
    rule(
      'gateways-stand-alone',
      'A gateway is data of its own; what two gateways share is a named codec or a named table.',
      { path: `^shared/gateways/(?!${SHARED_BY_GATEWAYS})[a-z-]+\\.ts$` },
      { path: `^shared/gateways/(?!${SHARED_BY_GATEWAYS})` },
    ),
    rule(
      'bills-stand-alone',
      'A bill is data of its own; what two bills share is a word of vocabulary.ts or a named table.',
      { path: '^shared/bills/', pathNot: '/registry\\.ts$' },
      { path: '^shared/bills/', pathNot: '/(bill|vocabulary)\\.ts$' },
    ),
    rule(
      'only-money-computes-decimals',
      'bignumber.js is configured once, in shared/money/exact.ts; take `decimal` and its friends from shared/money/money.ts.',
      { pathNot: ['^shared/money/'] },
      { path: '^(node_modules/bignumber\\.js/|shared/money/exact)' },
    ),
    rule(
      'shared-stands-below',
      'shared/ decides; it never reaches up to the endpoints or to the infrastructure.',
      { path: '^shared/' },
      { path: '^(functions|infra|tools|test)/' },
    ),
    rule(
      'endpoints-stand-alone',
      'An endpoint never imports another endpoint; what they share belongs to shared/.',
      { path: '^functions/([^/]+)/' },
      { path: '^functions/([^/]+)/', pathNot: ['^functions/$1/'] },
    ),
    rule(
      'infra-loads-no-handler',
      'Synthesis reads routes and data, never a handler: it must not load runtime code.',
      { path: '^infra/' },
      { path: '^functions/.*handler\\.ts$' },
    ),
    rule(
      'nothing-imports-tools',
      'Tools are commands for people and generators; what the product needs of them belongs to shared/.',
      { path: '^(shared|functions|infra)/' },
      { path: '^tools/' },
    ),
    rule(
      'nothing-imports-tests',
      'Tests prove the code; the code does not know them.',
      { path: '^(shared|functions|infra|tools)/' },
      { path: '^test/' },
    ),
    rule(
      'bundles-contain-listed-packages',
      'Functions, page and reports are bundled with these packages only: each weighs on a cold start or on the page.',
      { path: '^(shared|functions)/' },
      {
        dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'],
        pathNot:
          '^node_modules/(@types/|@middy/|@aws-sdk/|@noble/hashes/|bignumber\\.js/|pako/|preact/|preact-render-to-string/|valibot/)',
      },
    ),
    rule(
      'tools-alone-know-published-prices',
      'The published list of prices is large and dated; tools resolve it, and everything else takes stated prices.',
      { pathNot: '^(tools|test)/' },
      { path: '^node_modules/@pydantic/' },
    ),
    rule('no-cycles', 'Two files that need each other are one file, or three.', {}, { circular: true }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    // Where node_modules is a link, its packages still stand in node_modules, and the rules know them.
    preserveSymlinks: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
