import type { TextEdit } from '../manifest/edits';
import type { Place } from '../rules/facts';
import type { Severity } from '../rules/rule';
import type { CommandLink } from './commands';

export interface CodeLensData {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly action: CommandLink;
}

/** A diagnostic as plain data. Offsets count from the start of the file. */
export interface DiagnosticData {
  readonly start: number;
  readonly end: number;
  readonly severity: Severity;
  /** The rule, or `yaml-syntax`. */
  readonly ruleId: string;
  readonly message: string;
  /** The objects that it rests on. */
  readonly related: readonly RelatedPlace[];
}

export interface RelatedPlace extends Place {
  readonly uri: string;
  readonly message: string;
}

/** A code action as plain data: the diagnostic it answers and the edits, with offsets in the file. */
export interface QuickFixData {
  readonly title: string;
  readonly preferred: boolean;
  readonly diagnostic: DiagnosticData;
  readonly edits: readonly TextEdit[];
  /** The text of the only edit as a snippet, where something is to be filled in. */
  readonly snippet?: string;
  /** In other files, by lines and characters, which count from 0. */
  readonly others?: readonly EditElsewhere[];
}

interface Position {
  readonly line: number;
  readonly character: number;
}

export interface EditElsewhere {
  readonly uri: string;
  readonly start: Position;
  readonly end: Position;
  readonly newText: string;
}
