// `unique` of an observer is a variable.
import Pharos

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

let isUnique = true

#observer(of: .cartCount, unique: isUnique) { changes in print(changes.new) }
// 35: error: 'unique' must be 'true' or 'false', because it is read when the program is compiled;
//   'isUnique' is not (from macro 'observer')
// 35: note: replace it with 'true'
// 35: note: replace it with 'false'
