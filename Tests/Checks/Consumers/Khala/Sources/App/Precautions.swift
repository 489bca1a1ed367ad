// swift-format-ignore-file

import Foundation
import Khala

func assertions() {
  // What the assertion says, without stopping: a debug build stops otherwise.
  Khala.isEnabledAssert = false
  Khala.errorHandler = { print($0.message) }
  Khala(str: "kl://BModule/server")?.call()
  Khala.language = .cn
  Khala(str: "kl://BModule/server")?.call()
  Khala.language = .en
}

func precautions() {
  for url in [
    "kl://Recommended/server1", "kl://Recommended/server2",
    "kl://Marked/server1", "kl://Marked/server2",
    "kl://Formats/server1", "kl://Formats/server2", "kl://Formats/server3",
  ] {
    print(url, Khala(str: url)?.call() ?? "nil")
  }
  // Not marked.
  Khala(str: "kl://Marked/server3")?.call()

  let told: KhalaClosure = { print($0) }
  for url in ["kl://Formats/server4?a=1", "kl://Formats/server5", "kl://Formats/server6"] {
    print(url, Khala(str: url)?.call(blocks: told, told, told) ?? "nil")
  }
  // Fewer closures than it takes, and as many as it takes that do nothing.
  print(Khala(str: "kl://Formats/server6")?.call(block: told) ?? "nil")
  print(Khala(str: "kl://Formats/server6")?.call() ?? "nil")

  print(Khala(str: "kl://Overloads/server")?.call() ?? "nil")
  print(Khala(str: "kl://Overloads/server")?.call(block: told) ?? "nil")

  // The parameters in `params` will be kept in the type passed.
  let url = URL(string: "kl://AModule/server?value=1")!
  print(Khala(url: url, params: ["value": 46]).call() ?? "nil")
}
