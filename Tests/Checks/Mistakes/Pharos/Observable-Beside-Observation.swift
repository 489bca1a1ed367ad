// `@Observable` is on a property, and Observation is imported too.
// Write `@Relayed`, which only Pharos has.
import Observation
import Pharos

final class Search {
  @Observable var text = ""
  // 3: error: 'extension' macro cannot be attached to property ('text')
  // 3: error: 'memberAttribute' macro cannot be attached to property ('text')
  // 3: error: 'member' macro cannot be attached to property ('text')
}
