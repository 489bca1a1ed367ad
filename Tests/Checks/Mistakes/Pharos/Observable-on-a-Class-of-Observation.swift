// `@Observable` is on a class, and Observation is not imported.
// Import Observation for its macro; with Pharos, write `@Relayed` before each property.
import Pharos

@Observable
// 1: error: property wrapper attribute 'Observable' can only be applied to a property
final class Search {
  var text = ""
}
