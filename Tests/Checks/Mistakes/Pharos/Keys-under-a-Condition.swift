// A key is inside `#if`.
import Pharos

@RelayKeys
extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
  #if DEBUG
    // 3: error: a macro cannot tell which keys '#if' leaves in; put it around the whole extension
    //   (from macro 'RelayKeys')
    static var testCount: Self { Self("test.count") }
  #endif
}
