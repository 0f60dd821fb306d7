/** One finding with all that is known of it. */
import type { Finding, FindingEvidence, FindingPrediction, OwnedGap, RankState, Sentence } from '../../src-contract';
import { type SentenceLanguage, sentenceText, timeText } from '../../src-contract/findings/sentence';
import { gainText } from '../gainText';
import { laneName } from '../laneName';
import { instantText, msText, shareText } from '../numbers';
import { predictionText } from '../replayTables';
import { partName } from '../splitParts';
import { withUnbrokenRanges } from '../unbroken';
import { partNames as partNamesEn } from '../words/namesEn';
import { partNames as partNamesZh } from '../words/namesZh';
import { replayWords } from '../words/replayWords';
import { reportWords } from '../words/reportWords';
import { html, type Markup } from './markup';

/** Of evidence; the window shows all. */
const MOST_EVIDENCE = 20;

export function findingArticle(
  own: Finding,
  at: number,
  ranks: readonly RankState[],
  language: SentenceLanguage,
  prediction: FindingPrediction | undefined,
): Markup {
  const words = reportWords[language];
  const text = (one: Sentence) => withUnbrokenRanges(sentenceText(one, language));
  const { cause, effects, advice, evidence, confidence, gaps = [] } = own;
  const owners = language === 'zh' ? partNamesZh : partNamesEn;
  const gapText = ({ owner, range }: OwnedGap) =>
    `${evidenceText(range, ranks, language)} · ${owners[partName(`free:${owner}`)]}`;
  return html`<article id="f${at + 1}"><h3><span class="rule">${own.rule}</span>${text(own.title)}</h3>
<p class="cost">${own.lostNsPerStep > 0 ? html`<b>${msText(own.lostNsPerStep)} ms</b> ${words.lost} · ${shareText(own.shareOfStep)} · ` : undefined}${words.classes[own.class]} · ${words.confidence}${words.colon}${words.confidences[confidence]}</p>
<dl class="facts"><dt>${words.cause}</dt><dd>${text(cause)}</dd>
${effects.length > 0 ? html`<dt>${words.effect}</dt><dd>${list(effects.map(text))}</dd>` : undefined}
${advice.length > 0 ? html`<dt>${words.advice}</dt><dd>${list(advice.map(text))}</dd>` : undefined}
<dt>${words.gain}</dt><dd>${withUnbrokenRanges(gainText(own, language))}</dd>
${prediction ? html`<dt>${replayWords[language].without}</dt><dd>${predictionText(prediction, language)}</dd>` : undefined}
${gaps.length > 0 ? html`<dt>${words.gaps}</dt><dd>${list(gaps.map(gapText))}</dd>` : undefined}
${evidence.length > 0 ? html`<dt>${words.evidence}</dt><dd>${list(evidence.slice(0, MOST_EVIDENCE).map((one) => evidenceText(one, ranks, language)))}</dd>` : undefined}</dl></article>
`;
}

function list(lines: readonly string[]): Markup {
  return lines.length === 1 ? html`${lines[0]}` : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function stepText(step: number | undefined): string {
  return step === undefined ? '' : `Step ${step}`;
}

/** "Rank 0 › HCCL / Plane 5 › Notify_Wait · at 1.234567 ms, 5.62 ms". */
function evidenceText(own: FindingEvidence, ranks: readonly RankState[], language: SentenceLanguage): string {
  const isSlice = own.kind === 'slice';
  const index = isSlice ? own.ref.rank : own.rank;
  const lanes = (isSlice ? [own.lane] : own.lanes).map((lane) => laneName(lane, index, ranks)).filter(Boolean);
  const durationNs = isSlice ? own.durationNs : own.endNs - own.startNs;
  const place = [
    ranks[index]?.label ?? `Rank ${index}`,
    lanes.join(', '),
    isSlice ? own.name : stepText(own.step),
  ].filter(Boolean);
  const when = reportWords[language].at
    .replace('{start}', instantText(own.startNs))
    .replace('{duration}', timeText(durationNs));
  return `${place.join(' › ')} · ${when}`;
}
