interface ScriptUrls {
  createScriptURL(url: string): string;
}

const { trustedTypes } = globalThis as {
  /** The part of the Trusted Types API that the page uses. Not all browsers have it, nor the type library. */
  readonly trustedTypes?: { createPolicy(name: string, rules: ScriptUrls): ScriptUrls };
};

/** Trusted Types policy of the page. The Content-Security-Policy allows no other policy to turn text into code. */
const scriptUrls: ScriptUrls = { createScriptURL: (url) => url };
const trusted = trustedTypes?.createPolicy('worker', scriptUrls) ?? scriptUrls;

/** Adds a second Content-Security-Policy that forbids the page's own origin as well. Both policies apply. */
function forbidRequests(): void {
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv]')?.cloneNode() as HTMLMetaElement;
  policy.content = policy.content.replace(" 'self'", '');
  document.head.append(policy);
}

/**
 * Loads the engine's script from the page's origin and returns its text, a function that the worker runs. The script
 * must have the integrity hash of the build. It is the only request of the page; afterwards all requests are
 * forbidden.
 */
async function loadEngine(integrity: string): Promise<string> {
  const script = Object.assign(document.createElement('script'), { integrity });
  script.src = trusted.createScriptURL('engine.js');
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  }).finally(() => script.remove());
  forbidRequests();
  return String(Reflect.get(globalThis, 'engine'));
}

let engine: Promise<string> | undefined;

/**
 * Starts a web worker that reads and reconciles files. The first call loads the worker's script, and then blocks all
 * further network requests of the page by a Content-Security-Policy, so that no data can leave it. Rejects if the
 * script cannot be loaded; the next call tries again.
 */
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
