import { useEffect, useState } from 'react';
import type { QuestionId, Survey } from '../../../../src-contract';
import { useAppServices } from '../../appServices';

interface Verdict {
  /** Of the path asked for; undefined until it is known, or where it can't be. */
  readonly survey: Survey | undefined;
  readonly isLooking: boolean;
}

/** What opening the folder would give. Looking into one folder stops when another is asked for. */
export function useVerdict(path: string | undefined): Verdict {
  const { controller } = useAppServices();
  const [known, setKnown] = useState<{ readonly path: string; readonly survey: Survey | undefined }>();
  useEffect(() => {
    if (path === undefined) return;
    const { engine } = controller.connection;
    const id = crypto.randomUUID() as string as QuestionId;
    let isWanted = true;
    const show = (survey: Survey | undefined) => isWanted && setKnown({ path, survey });
    engine.survey([path], 'verdict', id).then(show, () => show(undefined));
    return () => {
      isWanted = false;
      engine.cancelQuestion(id).catch(() => undefined);
    };
  }, [controller, path]);
  const isOfPath = known !== undefined && known.path === path;
  return { survey: isOfPath ? known.survey : undefined, isLooking: path !== undefined && !isOfPath };
}
