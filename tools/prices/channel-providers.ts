import { asNumber, asText } from '#shared/normalizer/intake/native.ts';

/**
 * Provider of a channel by the gateway's channel type (new-api `constant/channel.go`), as ids of
 * `@pydantic/genai-prices`. Types of resellers, proxies and self-hosted models are left out.
 */
const BY_TYPE: Readonly<Record<number, string>> = {
  1: 'openai',
  3: 'azure',
  14: 'anthropic',
  20: 'openrouter',
  24: 'google',
  25: 'moonshotai',
  27: 'perplexity',
  33: 'aws',
  34: 'cohere',
  35: 'minimax',
  41: 'google',
  42: 'mistral',
  43: 'deepseek',
  48: 'x-ai',
};

const GATEWAYS: ReadonlySet<string> = new Set(['new-api', 'voapi']);

interface ChannelRow {
  readonly id?: unknown;
  readonly type?: unknown;
}

/**
 * Returns a function that finds the provider of a channel, such as `openai`, by the type of the channel in the list of
 * new-api or VoAPI. It returns undefined for other gateways, and for an unknown channel or type.
 */
export function createProviderLookup(
  connector: string | undefined,
  rows: readonly unknown[] = [],
): (channelId: string) => string | undefined {
  const byChannel = new Map<string, string>();
  if (connector !== undefined && GATEWAYS.has(connector))
    for (const { id, type } of rows as readonly ChannelRow[]) {
      const provider = BY_TYPE[asNumber(type)];
      if (id !== undefined && provider !== undefined) byChannel.set(asText(id), provider);
    }
  return (channelId) => byChannel.get(channelId);
}
