// A key with a record is private.
import Pharos

@RelayKeys
extension RelayKey<Int> {
  private static var cartCount: Self { Self("cart.count") }
  // 3: error: 'cartCount' is private, so its record cannot refer to it; write 'fileprivate' (from
  //   macro 'RelayKeys')
  // 3: note: replace it with 'fileprivate'
}
