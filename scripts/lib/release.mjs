import { StepError } from './project.mjs';

/**
 * What the changelog says of a version. Throws a `StepError` where the tag, the version and the changelog don't agree.
 *
 * @param {string} tag of git, "v" and the version
 * @param {string} version of package.json
 * @param {string} changelog
 */
export function releaseNotes(tag, version, changelog) {
  if (tag !== `v${version}`) throw new StepError(`The tag is ${tag}, but package.json has the version ${version}.`);
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split('\n', 1)[0]?.trim() === version);
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (!notes) throw new StepError(`CHANGELOG.md has no section "${version}" that says something.`);
  return notes;
}
