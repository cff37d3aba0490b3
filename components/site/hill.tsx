/** The hill in contour lines behind the heading of every page. */
export const Hill = () => (
  <div
    aria-hidden="true"
    className="contours absolute -top-24 -right-72 -z-10 h-[25rem] w-[39rem] lg:-top-40 lg:-right-20 lg:h-[36rem] lg:w-[56rem]"
  />
)
