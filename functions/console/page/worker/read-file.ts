/** What a file holds: its rows, or an object that is no list. */
export interface Content {
  readonly rows: readonly unknown[];
  readonly whole?: Readonly<Record<string, unknown>>;
}

const HOLDERS = ['data', 'items', 'records', 'list', 'rows', 'logs'] as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unwrapped(value: unknown, level = 0): unknown[] | undefined {
  if (Array.isArray(value)) {
    const pages = value.map((item) =>
      isObject(item) && !('created_at' in item) && !('id' in item) ? unwrapped(item, level + 1) : undefined,
    );
    return pages.some(Boolean) ? value.flatMap((item, i) => pages[i] ?? [item]) : value;
  }
  if (!isObject(value) || level > 3) return undefined;
  for (const key of HOLDERS) {
    const rows =
      key in value && typeof value[key] === 'object' ? unwrapped(value[key], level + 1) : undefined;
    if (rows) return rows;
  }
  return undefined;
}

async function textOf(file: File, tell: (share: number) => void): Promise<string> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  let read = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.length;
      tell(read / file.size);
      controller.enqueue(chunk);
    },
  });
  const counted = file.stream().pipeThrough(counter);
  const plain =
    head[0] === 0x1f && head[1] === 0x8b ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
  return await new Response(plain).text();
}

export async function readFile(file: File, tell: (share: number) => void): Promise<Content> {
  const text = (await textOf(file, tell)).replace(/^\uFEFF/, '').trim();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
  return { rows: unwrapped(value) ?? [], ...(isObject(value) && { whole: value }) };
}
