import { useEffect, useState } from 'react';
import { useAppServices } from '../../appServices';

/** The user's favourite folders, which the host keeps for all windows. */
export function useFavourites() {
  const { controller } = useAppServices();
  const { engine } = controller.connection;
  const [favourites, setFavourites] = useState<readonly string[]>([]);
  useEffect(() => {
    engine.settings().then(({ favourites: kept = [] }) => setFavourites(kept), controller.reportError);
  }, [engine, controller]);
  const toggle = (path: string) => {
    const next = favourites.includes(path) ? favourites.filter((other) => other !== path) : [...favourites, path];
    setFavourites(next);
    engine.changeSettings({ favourites: next }).catch(controller.reportError);
  };
  return { favourites, toggle };
}
