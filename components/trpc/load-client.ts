/** Loads the tRPC client with its first call, because most visitors of the start page make none. */
export const loadClient = () => import('./router-client').then(({ routerClient }) => routerClient)
