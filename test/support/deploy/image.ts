import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';
import { isEverythingRun } from '../effort.ts';
import { copyContext } from './docker-context.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../..', import.meta.url));

/** Where what Docker would be sent is. No stage has this name. */
const CONTEXT = '.context';
/** What needs Debian as its root. */
const FOR_ROOT_ONLY = /^(apt-get|rm -rf \/var\/lib\/apt)/;
/** What only the build of the site needs. */
const TOOLS = /^npm install --include=dev/;
const BUILD = 'node scripts/site.mjs';
/** What the Dockerfile makes, made without Docker: a folder stands for the file system of the last stage. */
export interface Image {
  /** Where a path of the image is on this machine. */
  path(inImage: string): string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: number;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

export async function readDockerfile(): Promise<string> {
  return await readFile(join(project, 'deploy/Dockerfile'), 'utf8');
}

/** Carries out the steps of the Dockerfile in the folder, one below it for each stage; the site is built if everything is run. */
export async function buildImage(folder: string): Promise<Image> {
  // What the image holds is read by another user.
  await chmod(folder, 0o755);
  await copyContext(project, join(project, 'deploy/Dockerfile.dockerignore'), join(folder, CONTEXT));
  const stages = splitStages(DockerfileParser.parse(await readDockerfile()).getInstructions());
  const workdirs = new Map<string, string>();
  for (const stage of stages.values())
    workdirs.set(stage.name, await carryOut(stage, folder, workdirs.get(stage.base) ?? '/'));
  const last = [...stages.values()].at(-1);
  if (!last) throw new Error('the Dockerfile has no stage');
  const one = (keyword: string) => last.steps.find((step) => step.getKeyword() === keyword);
  const words = (keyword: string) =>
    wordsOf(one(keyword)).map((word) => inside(join(folder, last.name), word));
  return {
    path: (inImage) => join(folder, last.name, inImage),
    env: Object.fromEntries(
      wordsOf(one('ENV')).map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return [name, inside(join(folder, last.name), value)];
      }),
    ),
    user: Number(wordsOf(one('USER'))[0]?.split(':')[0]),
    entrypoint: words('ENTRYPOINT'),
    command: words('CMD'),
    healthCheck: words('HEALTHCHECK'),
  };
}

interface Stage {
  readonly name: string;
  readonly base: string;
  readonly steps: Instruction[];
}

function splitStages(instructions: readonly Instruction[]): Map<string, Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const step of instructions) {
    if (step.getKeyword() === 'FROM') {
      const [base = '', , name = 'last'] = wordsOf(step);
      stage = { name, base, steps: [] };
      stages.set(name, stage);
    } else stage?.steps.push(step);
  }
  return stages;
}

/** Gives the folder of the stage in which its last step was taken: the stages upon it begin there. */
async function carryOut({ name, base, steps }: Stage, folder: string, first: string): Promise<string> {
  const root = join(folder, name);
  let workdir = first;
  await mkdir(root, { recursive: true });
  for (const system of ['opt/mdq', 'usr/local/bin', 'var/lib', 'tmp'])
    await mkdir(join(root, system), { recursive: true });
  if (!base.includes(':')) await cp(join(folder, base), root, { recursive: true });
  for (const step of steps) {
    const keyword = step.getKeyword();
    if (keyword === 'WORKDIR') workdir = wordsOf(step)[0] ?? workdir;
    if (keyword === 'COPY') await copy(wordsOf(step), fromOf(step), join(root, workdir), folder);
    if (keyword !== 'RUN') continue;
    const commands = wordsOf(step).join(' ').split(' && ');
    for (const command of commands.filter((each) => !FOR_ROOT_ONLY.test(each))) {
      // A site that is there is taken if all that makes it is in the context, and the same; without tools it is not built.
      if (!isEverythingRun && TOOLS.test(command)) continue;
      if (!isEverythingRun && command === BUILD)
        for (const built of ['site/dist', 'site/dist-sandbox'])
          await cp(join(project, built), join(root, workdir, built), { recursive: true });
      await run('sh', ['-c', inside(root, command)], { cwd: join(root, workdir) });
    }
  }
  return workdir;
}

async function copy(words: string[], from: string | undefined, workdir: string, folder: string) {
  const to = words.pop() ?? '';
  for (const word of words) {
    const source = join(folder, from ?? CONTEXT, word);
    const target = to.endsWith('/') ? join(workdir, to, basename(word)) : join(workdir, to);
    await cp(source, target, { recursive: true, verbatimSymlinks: true });
  }
}

function fromOf(step: Instruction): string | undefined {
  return step instanceof Copy ? (step.getFromFlag()?.getValue() ?? undefined) : undefined;
}

/** Without flags; of a list in JSON its strings. */
function wordsOf(step: Instruction | undefined): string[] {
  const text = (step?.getArgumentsContent() ?? '').replace(/^(--\S+\s+)+/, '');
  const list = /\[.*\]/s.exec(text)?.[0];
  return list ? (JSON.parse(list) as string[]) : text.split(/\s+/).filter((word) => word && word !== '\\');
}

/** Paths of the image as paths of this machine. */
function inside(root: string, text: string): string {
  return text.replaceAll(/(?<![\w.])\/(?=(opt|var|usr|tmp)\/)/g, `${root}/`);
}
