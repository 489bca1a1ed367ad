// swift-format-ignore-file

import Foundation
import Khala
import Synchronization

final class CustomRewrite: NSObject, KhalaRewrite {
  private let rules = FilterRewrite()

  var filters: [RewriteFilter] {
    get { rules.filters }
    set { rules.filters = newValue }
  }

  func redirect(_ node: KhalaNode) throws -> KhalaNode {
    node.params["value"] = "custom"
    return try rules.redirect(node)
  }
}

// `NSObject` may be left out.
final class PlainRewrite: KhalaRewrite {
  private let rules = FilterRewrite()

  var filters: [RewriteFilter] {
    get { rules.filters }
    set { rules.filters = newValue }
  }

  func redirect(_ node: KhalaNode) throws -> KhalaNode {
    node.params["plain"] = node.module
    return try rules.redirect(node)
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

final class CustomHistory: NSObject, KhalaHistory {
  private let isOn = Atomic(false)

  var isEnabled: Bool {
    get { isOn.load(ordering: .relaxed) }
    set { isOn.store(newValue, ordering: .relaxed) }
  }

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
