import { codes } from '../../engine/checks/registry.ts';
import { conclude, reviewAll } from '../../engine/conclude.ts';
import { inOrder } from '../../engine/report/findings.ts';
import { type FoundWire, found, foundOf } from '../../engine/report/found.ts';
import { ranked } from '../../engine/report/ranked.ts';
import { evidenceByCode } from '../../engine/tally/evidence.ts';
import { type EvidenceLine, readDigests, writeConclusions } from '../digests.ts';
import { keys } from '../keys.ts';
import { numbers, stage } from '../stage.ts';
import { readBucket } from '../store/buckets.ts';
import { writeLines } from '../store/store.ts';

/** Words the findings of each bucket of subjects, in the report's order. */
export const findings = stage({
  id: 'findings',
  title: 'wording findings',
  async plan(run, _before, { store }) {
    const { context, settings } = run;
    const { digest, codes: observed } = await readDigests(store, await store.list(keys.wholes));
    const { briefs } = conclude(digest, context);
    const concluded = await writeConclusions(digest, settings.shards, store);
    const seen = [...new Set([...observed, ...concluded])].sort();
    return { run: { ...run, briefs, seen }, tasks: numbers(settings.shards) };
  },
  async work(shard: number, { settings, briefs, seen, context }, { store }): Promise<FoundWire> {
    const evidence = evidenceByCode.empty();
    for await (const line of readBucket<EvidenceLine>(store, keys.evidence, shard, settings.shards)) {
      const [code, kind, name, wire] = line;
      evidence.at(code).at(kind).addPacked(name, wire);
    }
    reviewAll(evidence, briefs, context);
    const drafts = inOrder(evidence, codes, new Set(seen));
    const lines = (function* () {
      for (const draft of drafts) yield ranked(draft, context);
    })();
    await writeLines(store, keys.findingsOf(shard), lines);
    return found.pack(foundOf(drafts)) as FoundWire;
  },
});
