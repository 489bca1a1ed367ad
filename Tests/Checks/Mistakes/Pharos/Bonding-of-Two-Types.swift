// Properties of two types are bonded.
// Bond properties of one type, or let each relay to the other through `map`.
import Pharos

final class Form {
  @Relayed var name = ""
  @Relayed var age = 0

  func follow() {
    $name.bonding(with: $age)
    // 25: error: cannot convert value of type 'TwoWayRelay<Int>' to expected argument type
    //   'TwoWayRelay<String>'
    // 25: note: arguments to generic parameter 'Value' ('Int' and 'String') are expected to be
    //   equal
  }
}
