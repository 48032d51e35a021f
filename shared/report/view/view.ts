import type { ComponentChildren, VNode } from 'preact';
import type { Language } from '../../language.ts';
import type { AcknowledgementRule } from '../acknowledged/acknowledgement-rules.ts';
import type { RuleCoverage } from '../acknowledged/remove-acknowledged.ts';
import type { Gap, GapAction } from '../answer/gaps/gap.ts';
import type { DatedLosses } from './dated-losses.ts';
import type { Selection } from './finding-sums.ts';
import type { PageReport } from './page-report.ts';
import type { EarlierReport } from './read-earlier-report.ts';
import type { ViewState } from './view-state.ts';
import type { ViewWords } from './words/view-words.ts';

/** Form of the page that an answer refers to. */
export type SettingTarget = GapAction | 'prices';

/**
 * Functions that the view of a report calls when the user clicks or types. Not available on paper and without scripts.
 */
export interface Actions {
  /** Changes the state of the view. With `isStep`, the change gets an entry in the browser's history. */
  readonly changeState: (change: Partial<ViewState>, isStep?: boolean) => void;
  /** Copies a text to the clipboard. */
  readonly copy: (text: string) => void;
  /** Replaces all rules for acknowledged causes by the given rules. */
  readonly acknowledge: (rules: readonly AcknowledgementRule[]) => void;
  /** Saves a text, or the pieces of one, as a file with a name and a media type. */
  readonly save: (name: string, type: string, text: string | Iterable<string>) => void;
  /** Saves the report as one page, which opens without a server. */
  readonly saveAsPage: () => void;
  /** Opens the print dialog of the browser. */
  readonly print: () => void;
  /** Removes the earlier report, so that nothing is compared with it. */
  readonly removeEarlier: () => void;
  /** Removes all files. Absent in a saved report, which reads no files. */
  readonly removeFiles?: () => void;
  /** Opens the form for a setting, or the dialog to choose files. Fills in the period or time zone that `gap` needs. */
  readonly openSetting?: (target: SettingTarget, gap?: Gap) => void;
  /** Buttons that add files. */
  readonly addButtons?: ComponentChildren;
}

/** Input of every view of a report. Its sentences are in the user's language. */
export interface View extends PageReport {
  /** The report with acknowledged causes. */
  readonly all: PageReport;
  readonly language: Language;
  readonly words: ViewWords;
  readonly state: ViewState;
  readonly rules: readonly AcknowledgementRule[];
  readonly known: readonly RuleCoverage[];
  readonly earlier: EarlierReport | undefined;
  readonly act: Actions | undefined;
  /** Whether the screen is as narrow as a phone's. */
  readonly isNarrow: boolean;
  readonly losses: DatedLosses;
  /** Whether the view is only printed. Then it leaves out what the style sheet hides on paper. */
  readonly isPrinted?: boolean;
  /** Findings that the filters select. */
  readonly found: Selection;
}

/** Part of a view; null or false if there is nothing to show. */
export type ViewPart = VNode | null | false;

/** Used part of a browser's pointer event. Declared here because views also compile without the DOM types. */
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
