import { asNumber, asText } from '#shared/normalizer/intake/native.ts';

/**
 * The seller behind a channel of each type, by its id in `@pydantic/genai-prices`. Types are numbers of the gateway
 * (new-api `constant/channel.go`); those of resellers, proxies and machines of one's own name no seller.
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

/** Tells the seller behind a channel, as far as the gateway's channel list does. */
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
