import type { ComponentChildren, VNode } from 'preact';
import type { Language } from '../../language.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import type { RuleCoverage } from '../acknowledged/remove-acknowledged.ts';
import type { GapAction } from '../answer/gaps/gap.ts';
import type { EarlierReport } from './earlier.ts';
import type { PageReport } from './page-report.ts';
import type { ViewState } from './view-state.ts';
import type { ViewWords } from './words/view-words.ts';

/** Where on the page something is stated that an answer asks for. */
export type SettingTarget = GapAction | 'prices';

/** What a reader may do with a report; on paper and without scripts nothing. */
export interface Actions {
  /** Looks elsewhere; a step is one that the way back undoes. */
  readonly go: (place: Partial<ViewState>, isStep?: boolean) => void;
  readonly copy: (text: string) => void;
  readonly know: (rules: readonly AcknowledgementRule[]) => void;
  readonly save: (name: string, type: string, text: string) => void;
  /** The whole as one page, which opens without a server. */
  readonly saveAsPage: () => void;
  readonly print: () => void;
  readonly withoutEarlier: () => void;
  /** Absent in a report file, which reads no others. */
  readonly again?: () => void;
  /** Goes where rates or prices are stated. */
  readonly state?: (place: SettingTarget) => void;
  /** What adds files to those that were read. */
  readonly adding?: ComponentChildren;
}

/** What every view of a report is given; its sentences are in the reader's language. */
export interface View extends PageReport {
  /** As it was answered, with what the reader knows. */
  readonly all: PageReport;
  readonly language: Language;
  readonly words: ViewWords;
  readonly place: ViewState;
  readonly rules: readonly AcknowledgementRule[];
  readonly known: readonly RuleCoverage[];
  readonly earlier: EarlierReport | undefined;
  readonly act: Actions | undefined;
  /** The screen is a phone's. */
  readonly isNarrow: boolean;
}

export type ViewPart = VNode | null | false;

/** As much of a browser's events as views look at: they run where there are none. */
export interface PointerInput {
  readonly clientX: number;
  readonly pointerId: number;
  readonly currentTarget: {
    getBoundingClientRect(): { readonly left: number; readonly width: number };
    setPointerCapture(pointerId: number): void;
  };
}
export interface KeyInput {
  readonly key: string;
  readonly shiftKey: boolean;
  preventDefault(): void;
}
export interface TextInput {
  readonly currentTarget: { readonly value: string };
}
export interface ToggleInput {
  readonly currentTarget: { readonly open: boolean };
}
