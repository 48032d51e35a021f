/** Version of the manifests. It changes when a mapping or a statement in one of them changes. */
export const MANIFEST_VERSION = '1.4.0';
