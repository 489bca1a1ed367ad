// An observer leaves out equal values of a type that cannot be compared.
// Let the type conform to `Equatable`.
import Pharos

struct User: Sendable {
  var name = ""
}

extension RelayKey<User> {
  static var user: Self { Self("user") }
}

#observer(of: .user, unique: true) { changes in print(changes.new.name) }
// 1: error: macro 'observer(of:priority:unique:replayingCurrent:_:)' requires that 'User'
//   conform to 'Equatable'
