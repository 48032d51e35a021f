import { readFileSync } from 'node:fs';

/** A fenced block: its language, and its text without the fences. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

const FENCED = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm;

/** What tests ask of a Markdown page. */
export class Page {
  readonly path: string;
  readonly text: string;

  constructor(path: string) {
    this.path = path;
    this.text = readFileSync(path, 'utf8');
  }

  get code(): CodeBlock[] {
    return [...this.text.matchAll(FENCED)].map(([, , language = '', text = '']) => ({ language, text }));
  }

  /** Prose, without code of any kind. */
  get #prose(): string {
    return this.text.replaceAll(FENCED, '').replaceAll(/`[^`\n]*`/g, '``');
  }

  /** Where links and pictures lead, in order. */
  get links(): string[] {
    return [...this.#prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  }

  /** The anchors of headings, as GitHub makes them. */
  get anchors(): Set<string> {
    const slugs = [...this.text.replaceAll(FENCED, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    );
    return new Set(slugs);
  }

  /** Of each table, of each row, of each cell: what stands in backquotes. */
  get tables(): string[][][][] {
    const tables: string[][][][] = [];
    let isInside = false;
    for (const line of this.text.replaceAll(FENCED, '').split('\n')) {
      const isRow = line.startsWith('|');
      if (isRow && !isInside) tables.push([]);
      if (isRow)
        tables.at(-1)?.push(
          line
            .slice(1, -1)
            .split(/(?<!\\)\|/)
            .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code).sort()),
        );
      isInside = isRow;
    }
    return tables;
  }
}
