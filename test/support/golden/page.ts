import { readFileSync } from 'node:fs';

/** A fenced code block: its language, and its text without the fences. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

const FENCED = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm;

/** A Markdown page. */
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

  /** The text without code blocks and inline code. */
  get #prose(): string {
    return this.text.replaceAll(FENCED, '').replaceAll(/`[^`\n]*`/g, '``');
  }

  /** Targets of links and images, in order. */
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

  /** The inline code of each cell, by table, row and cell. */
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
