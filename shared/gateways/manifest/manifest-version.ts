/** Version of the data-only manifests: it changes when a mapping or a statement in one of them does. */
export const MANIFEST_VERSION = '1.4.0';
