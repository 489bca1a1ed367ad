// An observable property is computed.
// Make it a property of its own, or use `Derived`.
import Pharos

final class Search {
  // 13: error: class 'Search' has no initializers
  var words: [String] = []
  @Relayed var text: String { words.joined() }
  // 3: error: property wrapper cannot be applied to a computed property
  // 16: note: stored property 'text' without initial value prevents synthesized initializers
}
