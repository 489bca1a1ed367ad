// swift-format-ignore-file

import Foundation
import Khala

class CustomRewrite: NSObject, KhalaRewrite {
  func redirect(_ node: KhalaNode) throws -> KhalaNode {
    node.params["value"] = "custom"
    return try applyFilters(to: node)
  }
}

// `NSObject` may be left out, and a class may keep its filters.
class PlainRewrite: KhalaRewrite {
  var filters: [RewriteFilter] = []

  func redirect(_ node: KhalaNode) throws -> KhalaNode {
    node.params["plain"] = node.module
    return try applyFilters(to: node)
  }
}

func customRewrite() {
  let before = Khala.rewrite
  Khala.rewrite = CustomRewrite()
  print(Khala(str: "kl://AModule/server2?value=5")?.node.params ?? [:])

  // Its filters are kept, and asked.
  let filter = RewriteFilter { node in
    guard node.module != "Debug" else { throw KhalaDenial("debugging is off") }
    return node
  }
  for rewrite: any KhalaRewrite in [CustomRewrite(), PlainRewrite()] {
    Khala.rewrite = rewrite
    Khala.rewrite.filters.append(filter)
    do {
      try Khala(str: "kl:Debug/dump")?.call(as: Void.self)
    } catch {
      print(error.message)
    }
    Khala.rewrite.remove(filter: filter)
    print(Khala.rewrite.filters.count)
  }
  Khala.rewrite = before
}

class CustomHistory: NSObject, KhalaHistory {
  func write(_ value: KhalaNode) {
    print("called:", value.url, value.params)
  }
}

func customHistory() {
  Khala.history = CustomHistory()
  Khala(str: "kl://AModule/server2?value=4")?.call()
  Khala.isEnabledLog = true
  Khala(str: "kl://AModule/server2?value=5")?.call()
  Khala.isEnabledLog = false
}
