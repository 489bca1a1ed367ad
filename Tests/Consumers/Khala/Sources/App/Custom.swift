// swift-format-ignore-file

import Khala

final class CustomRewrite: KhalaRewrite {
  // It has one rule of its own and takes no others.
  var filters: [RewriteFilter] {
    get { [] }
    set {}
  }

  func redirect(_ node: KhalaNode) throws -> KhalaNode {
    node.params["value"] = "custom"
    return node
  }
}

func customRewrite() {
  let before = Khala.rewrite
  Khala.rewrite = CustomRewrite()
  print(Khala(str: "kl://AModule/server2?value=5")?.node.params ?? [:])
  Khala.rewrite = before
}

final class CustomHistory: KhalaHistory {
  // It cannot be switched off.
  var isEnabled: Bool {
    get { true }
    set {}
  }

  func write(_ value: KhalaNode) {
    print("called:", value.url, value.params)
  }
}

func customHistory() {
  Khala.history = CustomHistory()
  Khala(str: "kl://AModule/server2?value=5")?.call()
}
