// A wire in an enumeration maps with a key path.
// Write a closure.
import Bridge

extension TypedRheaEvent<String> {
  static var login: Self { Self("login") }
}

extension RelayKey<Int> {
  static var letters: Self { Self("letters") }
}

enum Wires {
  // 6: error: circular reference
  #bridge(on: .login, to: .relay(.letters), map: \.count)
  // 50: error: a key path cannot be an argument here: the compiler makes a stored property of it,
  //   which an enumeration does not have; write a closure (from macro 'bridge')
  // 50: note: replace it with '{ $0.count }'
}

extension Wires {
  // 1: error: circular reference
  #bridge(on: .login, run: "Greet", where: \String.isEmpty)
  // 44: error: a key path cannot be an argument here: the compiler makes a stored property of it,
  //   which an extension does not have; write a closure (from macro 'bridge')
  // 44: note: replace it with '{ $0.isEmpty }'
}
