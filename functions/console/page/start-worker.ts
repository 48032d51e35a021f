interface ScriptUrls {
  createScriptURL(url: string): string;
}

/** What the page uses of Trusted Types, which neither all browsers nor the type library know. */
const { trustedTypes } = globalThis as {
  readonly trustedTypes?: { createPolicy(name: string, rules: ScriptUrls): ScriptUrls };
};

/** The one policy that the page's Content-Security-Policy allows: any other text that would run is refused. */
const scriptUrls: ScriptUrls = { createScriptURL: (url) => url };
const trusted = trustedTypes?.createPolicy('worker', scriptUrls) ?? scriptUrls;

/** A worker that runs a text of the page's own. */
export const startWorker = (source: string): Worker =>
  new Worker(trusted.createScriptURL(URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))));
