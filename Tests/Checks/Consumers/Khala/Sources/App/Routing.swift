// swift-format-ignore-file

import Foundation
import Khala
import Store

func notify() {
  // Cache AModule and BModule routing classes.
  Khala(str: "kl://AModule")?.regist()
  Khala(str: "kl://BModule")?.regist()

  // Executive notice
  let value = KhalaNotify(str: "kl://doSomething?value=888")?.call()
  print(value ?? "")
}

func register() {
  print(Khala.unregisterAll(), PseudoClass.cache.keys.sorted())
  print(Khala(str: "kl://AModule/doSomething")?.register() ?? "nil", PseudoClass.cache.keys.sorted())
  print(Khala(str: "kl://AModule")?.unregister() ?? "nil", PseudoClass.cache.keys.sorted())
  print(Khala.registWithKhalaProtocol(), PseudoClass.cache.keys.sorted())
  PseudoClass.cache["SwiftClass"] = nil
  print(PseudoClass.cache.keys.sorted())
}

func rewrite() {
  let filter = RewriteFilter {
   if $0.url.host == "AModule" {
  	var urlComponents = URLComponents(url: $0.url, resolvingAgainstBaseURL: true)!
  	urlComponents.host = "BModule"
  	$0.url = urlComponents.url!
   }
  	return $0
  }

  Khala.rewrite.filters.append(filter)

  let value = Khala(str: "kl://AModule/doSomething")?.call()
  print(value ?? "nil")

  Khala.rewrite.filters.removeAll()
}

func store() {
  let value = KhalaStore.aModule_server(value: 46)
  print(value)
}

func cache() {
  Khala(str: "kl://BModule/doSomething")?.call()
  print(PseudoClass.cache["BModule"]?.methodLists ?? [])
  PseudoClass.cache.removeAll()
  print(PseudoClass.cache.isEmpty)
}
