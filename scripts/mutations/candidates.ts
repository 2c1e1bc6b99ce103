import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { AREAS, EQUIVALENT } from './areas.ts';

/** One small fault: the text from `start` to `end` of a file is replaced. */
export interface Mutation {
  /** Depends on the code alone, so that it stays the same when other lines are added or removed. */
  readonly id: string;
  readonly area: string;
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The changed lines, in one. */
  readonly before: string;
  readonly after: string;
}

type Edit = Pick<Mutation, 'kind' | 'start' | 'end' | 'replacement'>;

const OPERATORS: Readonly<Record<string, readonly [kind: string, replacement: string]>> = {
  '<': ['comparison', '<='],
  '<=': ['comparison', '<'],
  '>': ['comparison', '>='],
  '>=': ['comparison', '>'],
  '===': ['comparison', '!=='],
  '!==': ['comparison', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '+=': ['arithmetic', '-='],
  '-=': ['arithmetic', '+='],
  '*': ['arithmetic', '/'],
};
const MATH: Readonly<Record<string, string>> = {
  round: 'floor',
  floor: 'ceil',
  ceil: 'floor',
  trunc: 'round',
  max: 'min',
  min: 'max',
};
const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE)\b/;
const SQL_EDITS: readonly (readonly [RegExp, string])[] = [
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>=(?= )/g, '>'],
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )\+(?= )/g, '-'],
  [/(?<= )-(?= )/g, '+'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  // The AND of a BETWEEN is no operator.
  [/(?<!\bBETWEEN \S+ )\bAND\b/g, 'OR'],
  [/\bsum(?=\()/g, 'max'],
  [/\bmin(?=\()/g, 'max'],
];
/** Statements whose repetition would write something twice. */
const WRITES = /(?:run|insert|add|record|refund|grant|write|book|log|emit|push|note|count)\w*\(/i;
/** Writes that leave the same behind when they are done twice, and callbacks, of which a part would be done twice. */
const IDEMPOTENT =
  /DELETE FROM|OR (REPLACE|IGNORE)|EXCEPT FROM|UPDATE (?!.*= \w+ [+-])|write(Durably|PublicationLog)|#sql\.(set|drop|renew|addPath)|update\.run|write(Lots|Balance|State|Closed)|counters\.write|note(Methods|Audience)|(cells|closed)\.add|addChecks|^must|=>/s;
/** DuckDB runs the statements of a connection one after the other, awaited or not. */
const QUEUED = /\bconnection\b|\blearn\(/;
/** Statements that release resources or report; tests notice their absence only by chance. */
const UNOBSERVED =
  /^(?:await |void )?(?:super|.*\b(?:close|end|unref|clear\w*|stop|finish|onProgress|tell|onError|debug|rm|setImmediate|pipe|resume|freeze|unwatchFile))(?:\?\.)?\(/s;
/** What is constructed, called or declared by these names is text for a reader. */
const TEXTS =
  /(?:Error|Refusal|Refused|Warning)$|^(?:UserError|NoLines|describe|summary|description|msg|note|label|title|message|text|lines)$/i;
/** Larger literals are sizes of caches, buffers and pages: one more or less is not observable. */
const MAX_LITERAL = 400;

/** Constants that decide how often and how long something is tried. */
const PACE = /_MS$|ATTEMPTS|_TOLD$|_KNOWN$|BATCH/;

/** All mutations of the listed files. */
export function candidates(root: string): Mutation[] {
  const seen = new Map<string, number>();
  return AREAS.flatMap(({ name: area, files }) =>
    files
      .flatMap((pattern) => globSync(pattern, { cwd: root }).sort())
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
        return edits(source)
          .map((edit) => located(edit, { area, file, text, seen }))
          .filter((mutation) => !isEquivalent(mutation));
      }),
  );
}

function isEquivalent({ file, kind, before }: Mutation): boolean {
  return EQUIVALENT.some(
    (each) => each.file === file && each.code.test(before) && (each.kind ?? kind) === kind,
  );
}

/** Draws so many of each area. All kinds take turns, and no file has more than two. */
export function draw(all: readonly Mutation[], seed: number, perArea: number, root: string): Mutation[] {
  const byRank = (a: string, b: string) => (hashOf(seed, a) < hashOf(seed, b) ? -1 : 1);
  return AREAS.flatMap(({ name }) => {
    const left = all.filter(({ area }) => area === name).sort((a, b) => byRank(a.id, b.id));
    const kinds = [...new Set(left.map(({ kind }) => kind))].sort((a, b) => byRank(name + a, name + b));
    const drawn: Mutation[] = [];
    for (let turn = 0; drawn.length < perArea && turn < kinds.length * perArea; turn++) {
      const found = left.find(
        (each) =>
          each.kind === kinds[turn % kinds.length] &&
          !drawn.includes(each) &&
          drawn.filter(({ file }) => file === each.file).length < 2 &&
          isParsed(mutated(each, root)),
      );
      if (found) drawn.push(found);
    }
    return drawn;
  });
}

/** The text of a file with a mutation. */
export function mutated({ file, start, end, replacement }: Mutation, root: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  return text.slice(0, start) + replacement + text.slice(end);
}

function isParsed(text: string): boolean {
  return ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.length === 0;
}

function located(
  edit: Edit,
  { area, file, text, seen }: { area: string; file: string; text: string; seen: Map<string, number> },
): Mutation {
  const from = text.lastIndexOf('\n', edit.start - 1) + 1;
  const to = text.indexOf('\n', edit.end);
  const inOne = (lines: string) => lines.replace(/\s+/g, ' ').trim();
  const before = inOne(text.slice(from, to));
  const after = inOne(text.slice(from, edit.start) + edit.replacement + text.slice(edit.end, to));
  const identity = `${file} ${edit.kind} ${before} ${after}`;
  const occurrence = (seen.get(identity) ?? 0) + 1;
  seen.set(identity, occurrence);
  const line = text.slice(0, edit.start).split('\n').length;
  return { id: hashOf(identity, occurrence).slice(0, 6), area, file, line, ...edit, before, after };
}

function hashOf(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

function edits(source: ts.SourceFile): Edit[] {
  const found: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (isSkipped(node)) return;
    found.push(...editsOf(node, source));
    // A header of a loop that is changed hangs, or reads a harmless element more.
    if (ts.isForStatement(node)) visit(node.statement);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isSkipped(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return true;
  if (ts.isTypeAliasDeclaration(node) || ts.isThrowStatement(node)) return true;
  if (ts.isNewExpression(node)) return TEXTS.test(node.expression.getText());
  if (ts.isPropertyAssignment(node) || ts.isFunctionDeclaration(node))
    return TEXTS.test(node.name?.getText() ?? '');
  return false;
}

function editsOf(node: ts.Node, source: ts.SourceFile): Edit[] {
  const replace = (kind: string, target: ts.Node, replacement: string): Edit[] => [
    { kind, start: target.getStart(source), end: target.getEnd(), replacement },
  ];
  if (ts.isBinaryExpression(node)) {
    const swap = OPERATORS[node.operatorToken.getText()];
    return swap && !isText(node) ? replace(swap[0], node.operatorToken, swap[1]) : [];
  }
  if (ts.isNumericLiteral(node) && isLimit(node))
    return replace('limit', node, String(Number(node.text) + 1));
  if (node.kind === ts.SyntaxKind.TrueKeyword && !isOption(node)) return replace('boolean', node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword && !isOption(node)) return replace('boolean', node, 'true');
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'Math') {
    const other = MATH[node.name.text];
    return other ? replace('rounding', node.name, other) : [];
  }
  if (ts.isConditionalExpression(node))
    return replace('condition', node.condition, `!(${node.condition.getText()})`);
  if (ts.isIfStatement(node)) {
    const negated = replace('condition', node.expression, `!(${node.expression.getText()})`);
    return isGuard(node) ? [...negated, ...replace('guard', node, '')] : negated;
  }
  if (ts.isExpressionStatement(node) && ts.isBlock(node.parent)) return statementEdits(node, replace);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? sqlEdits(node, source) : [];
}

function statementEdits(
  node: ts.ExpressionStatement,
  replace: (kind: string, target: ts.Node, replacement: string) => Edit[],
): Edit[] {
  const text = node.getText();
  const { expression } = node;
  const isCall = ts.isCallExpression(ts.isAwaitExpression(expression) ? expression.expression : expression);
  // An object without one of its fields fails at once.
  const isInConstructor = ts.isConstructorDeclaration(node.parent.parent);
  const isAssignment =
    !isInConstructor && ts.isBinaryExpression(expression) && ts.isPropertyAccessExpression(expression.left);
  if (UNOBSERVED.test(text) || !(isCall || isAssignment)) return [];
  return [
    ...replace('dropped', node, ''),
    ...(ts.isAwaitExpression(expression) && !QUEUED.test(text)
      ? replace('await', node, text.replace('await ', ''))
      : []),
    ...(isCall && WRITES.test(text) && !IDEMPOTENT.test(text)
      ? replace('repeated', node, `${text} ${text}`)
      : []),
  ];
}

/** Returns or throws early. Without elements the code below does nothing as well, as a rule. */
function isGuard({ expression, thenStatement, elseStatement }: ts.IfStatement): boolean {
  const last = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement;
  const isEmptyCheck = /\.(length|size) === 0$/.test(expression.getText());
  return (
    !elseStatement && !isEmptyCheck && !!last && (ts.isReturnStatement(last) || ts.isThrowStatement(last))
  );
}

/** Compared, added, or a constant by itself. */
function isLimit({ parent, text }: ts.NumericLiteral): boolean {
  if (Number(text) > MAX_LITERAL) return false;
  if (ts.isBinaryExpression(parent)) return /^(<|<=|>|>=|===|!==|\+|-)$/.test(parent.operatorToken.getText());
  return (
    ts.isVariableDeclaration(parent) &&
    /^[A-Z_]+$/.test(parent.name.getText()) &&
    !PACE.test(parent.name.getText())
  );
}

/** A property of an object that is passed on, such as `{ recursive: true }`. */
function isOption(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node.parent) && ts.isCallExpression(node.parent.parent.parent);
}

/** Whether a `+` joins texts: its operands are literals, templates or lists of characters. */
function isText(node: ts.BinaryExpression): boolean {
  if (!/^\+=?$/.test(node.operatorToken.getText())) return false;
  const isTextual = (each: ts.Expression): boolean =>
    ts.isStringLiteralLike(each) ||
    ts.isTemplateExpression(each) ||
    /(text|name|digits|body|prefix|path|run|DIGITS)\b/i.test(each.getText());
  return isTextual(node.left) || isTextual(node.right);
}

function sqlEdits(node: ts.Node, source: ts.SourceFile): Edit[] {
  const start = node.getStart(source);
  const text = node.getText();
  if (!SQL.test(text)) return [];
  // What stands in a placeholder is TypeScript.
  const plain = text.replace(/\$\{[^}]*\}/g, (hole) => '#'.repeat(hole.length));
  return SQL_EDITS.flatMap(([pattern, replacement]) =>
    [...plain.matchAll(pattern)].map(({ index, 0: { length } }) => ({
      ...{ kind: 'sql', start: start + index, end: start + index + length, replacement },
    })),
  );
}
