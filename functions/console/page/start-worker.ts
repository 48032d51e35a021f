interface ScriptUrls {
  createScriptURL(url: string): string;
}

const { trustedTypes } = globalThis as {
  /** What the page uses of Trusted Types, which neither all browsers nor the type library know. */
  readonly trustedTypes?: { createPolicy(name: string, rules: ScriptUrls): ScriptUrls };
};

/** The one policy that the page's Content-Security-Policy allows: any other text that would run is refused. */
const scriptUrls: ScriptUrls = { createScriptURL: (url) => url };
const trusted = trustedTypes?.createPolicy('worker', scriptUrls) ?? scriptUrls;

/** A second policy, which is the first without the page's own origin: both hold. */
function askNobody(): void {
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv]')?.cloneNode() as HTMLMetaElement;
  policy.content = policy.content.replace(" 'self'", '');
  document.head.append(policy);
}

/**
 * The engine, from where the page itself is from, and no other one than was built with it. It is the only thing that the
 * page asks for, before it opens a file, and it may ask for nothing else after it. It is a function, whose text the
 * worker runs.
 */
async function loadEngine(integrity: string): Promise<string> {
  const script = Object.assign(document.createElement('script'), { integrity });
  script.src = trusted.createScriptURL('engine.js');
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  }).finally(() => script.remove());
  askNobody();
  return String(Reflect.get(globalThis, 'engine'));
}

let engine: Promise<string> | undefined;

/** A worker that runs what it shares with the page, and the engine. Without the engine it fails; the next try asks again. */
export async function startWorker(): Promise<Worker> {
  const common = document.getElementById('common');
  engine ??= loadEngine(common?.dataset.engine ?? '');
  const text = await engine.catch((error: unknown) => {
    engine = undefined;
    throw error;
  });
  const parts = [common?.textContent ?? '', `;(${text})(common)`];
  return new Worker(
    trusted.createScriptURL(URL.createObjectURL(new Blob(parts, { type: 'text/javascript' }))),
  );
}
