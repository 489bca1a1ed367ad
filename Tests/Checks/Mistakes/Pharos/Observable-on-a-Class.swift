// `@Relayed` is on a class.
// Write it before each property that can be observed.
import Pharos

@Relayed
// 1: error: property wrapper attribute 'Observable' can only be applied to a property
final class Search {
  var text = ""
}
