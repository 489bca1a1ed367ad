import Bridge
import Foundation

// What the article on modules that come later shows.

func load() throws {
  let module = try Bridge.load(moduleAt: "plugins/libCheckout.so")
  print("\(module.records.count) records came with \(module.path)")
}

func draw(_ file: URL) throws {
  try Bridge.graph.html(title: "Harbor").write(to: file, atomically: true, encoding: .utf8)
}
