import KhalaRoutes

/// The declarations of a small program, as the macros write them into its binary.
enum ShopDeclarations {
  static let cart = module(
    "Cart", in: "Checkout/Cart.swift", 12,
    """
    {"functions":[{"name":"add","parameters":[{"label":"item","name":"item","type":"String"},\
    {"default":"1","label":"count","name":"count","type":"Int"}],"result":"Int","throws":true},\
    {"name":"total","property":true,"result":"Double"},\
    {"access":"external","name":"show","parameters":[{"name":"id","type":"Int"},\
    {"role":"closure","type":"KhalaClosure?"}],\
    "routes":[{"access":"external","pattern":"carts/{id:Int}","priority":2,"schemes":["kl","https"]}]}],\
    "isolation":"MainActor","type":"CartModule"}
    """)

  static let stock = module(
    "Stock", in: "Warehouse/Stock.swift", 30,
    """
    {"functions":[{"isolation":"actor","name":"count","parameters":[{"role":"info","type":"KhalaInfo"}],\
    "result":"Int"},{"if":"DEBUG","isolation":"actor","name":"reset"}],"isolation":"actor",\
    "type":"Stock"}
    """)

  static func module(
    _ name: String, in fileID: String, _ line: Int, _ detail: String
  ) -> KhalaDeclaration {
    declaration("khla", name, fileID, line, detail)
  }

  static func contract(
    _ url: String, in fileID: String = "Contracts/Store.swift", line: Int = 5, _ detail: String
  ) -> KhalaDeclaration {
    declaration("khct", url, fileID, line, detail)
  }

  private static func declaration(
    _ kind: String, _ key: String, _ fileID: String, _ line: Int, _ detail: String
  ) -> KhalaDeclaration {
    guard
      let declaration = KhalaDeclaration(
        recordKind: kind, key: key, detail: detail,
        location: CodeLocation(fileID: fileID, line: line))
    else { preconditionFailure("'\(kind)' is a kind of Khala's") }
    return declaration
  }
}
