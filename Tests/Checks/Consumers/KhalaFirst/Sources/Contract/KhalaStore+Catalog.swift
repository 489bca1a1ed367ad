import Khala

extension KhalaStore {
  @KhalaCall("kl://Catalog/product")
  public static func product(id: Int) throws -> String?
}
