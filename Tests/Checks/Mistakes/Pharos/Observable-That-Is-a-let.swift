// An observable property is a `let`.
// Make it a `var`.
import Pharos

final class Search {
  @Relayed let text = ""
  // 3: error: property wrapper can only be applied to a 'var'
}
