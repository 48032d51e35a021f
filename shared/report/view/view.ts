import type { ComponentChildren, VNode } from 'preact';
import type { Language } from '../../language.ts';
import type { Finding } from '../../schemas/report.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import type { RuleCoverage } from '../acknowledged/remove-acknowledged.ts';
import type { GapAction } from '../answer/gaps/gap.ts';
import type { EarlierReport } from './earlier.ts';
import type { PageReport } from './page-report.ts';
import type { ViewState } from './view-state.ts';
import type { ViewWords } from './words/view-words.ts';

/** Form of the page that an answer refers to. */
export type SettingTarget = GapAction | 'prices';

/** Actions of the user on a report. There are none on paper and without scripts. */
export interface Actions {
  /** Changes the state of the view. A step gets an entry in the browser's history. */
  readonly go: (place: Partial<ViewState>, isStep?: boolean) => void;
  readonly copy: (text: string) => void;
  readonly know: (rules: readonly AcknowledgementRule[]) => void;
  readonly save: (name: string, type: string, text: string) => void;
  /** Saves the report as one page, which opens without a server. */
  readonly saveAsPage: () => void;
  readonly print: () => void;
  readonly withoutEarlier: () => void;
  /** Removes all files. Absent in a saved report, which reads no files. */
  readonly again?: () => void;
  /** Opens the form for a setting, or the choice of files. */
  readonly state?: (place: SettingTarget) => void;
  /** Buttons that add files. */
  readonly adding?: ComponentChildren;
}

/** Findings that match the filters of a view. Without filters, all listed findings. */
export interface Selection {
  readonly findings: readonly Finding[];
  /** Whether a filter other than the days is set: then only findings are known of the selection. */
  readonly isFiltered: boolean;
}

/** Input of every view of a report. Its sentences are in the user's language. */
export interface View extends PageReport {
  /** The report with acknowledged causes. */
  readonly all: PageReport;
  readonly language: Language;
  readonly words: ViewWords;
  readonly place: ViewState;
  readonly rules: readonly AcknowledgementRule[];
  readonly known: readonly RuleCoverage[];
  readonly earlier: EarlierReport | undefined;
  readonly act: Actions | undefined;
  /** Whether the screen is as narrow as a phone's. */
  readonly isNarrow: boolean;
  /** Findings that the filters select. */
  readonly found: Selection;
}

/** Part of a view; null or false if there is nothing to show. */
export type ViewPart = VNode | null | false;

/** Used part of a browser's pointer event. Views also compile without the types of the DOM. */
export interface PointerInput {
  readonly clientX: number;
  readonly pointerId: number;
  readonly currentTarget: {
    getBoundingClientRect(): { readonly left: number; readonly width: number };
    setPointerCapture(pointerId: number): void;
  };
}
/** Used part of a keyboard event. */
export interface KeyInput {
  readonly key: string;
  readonly shiftKey: boolean;
  preventDefault(): void;
}
/** Used part of an input event. */
export interface TextInput {
  readonly currentTarget: { readonly value: string };
}
/** Used part of a toggle event. */
export interface ToggleInput {
  readonly currentTarget: { readonly open: boolean };
}
