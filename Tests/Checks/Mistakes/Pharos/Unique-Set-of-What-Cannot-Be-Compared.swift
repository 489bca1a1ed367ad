// Equal values are to be left out of what cannot be compared.
// Let the type conform to `Equatable`, or compare with `ignore { … }`.
import Pharos

struct User {
  var name = ""
}

final class Account {
  @Relayed var user = User()

  func follow() {
    $user.whenDidUniqueSet { print($0.new.name) }
    // 11: error: referencing instance method 'whenDidUniqueSet(_:isolation:then:)' on 'ValueRelay'
    //   requires that 'User' conform to 'Equatable'
  }
}
