/** The place id of the Trevi Fountain, which both the sample and Google know. */
export const examplePlaceId = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'
