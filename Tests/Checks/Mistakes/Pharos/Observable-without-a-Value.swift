// An observable property has no first value.
// Write `= …` behind it, or set it in the initializer.
import Pharos

final class Search {
  // 13: error: class 'Search' has no initializers
  @Relayed var text: String
  // 16: note: stored property 'text' without initial value prevents synthesized initializers
}
