// A contract throws errors of a type that no error of routing can become.
// Conform the type to 'KhalaFailure', or write 'throws' without a type.
import Khala

struct FeedError: Error {}

extension KhalaStore {
  @KhalaCall("kl://Catalog/count")
  // error in the expansion: static method
  //   '__call(_:_:info:closures:as:throwing:fileID:line:function:)' requires that 'FeedError'
  //   conform to 'KhalaFailure'
  static func productCount() throws(FeedError) -> Int
}
