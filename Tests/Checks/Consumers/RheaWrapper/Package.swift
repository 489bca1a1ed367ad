// swift-tools-version: 6.3

import CompilerPluginSupport
import Foundation
import PackageDescription

// A macro of your own is built with the swift-syntax that the toolkit is built
// with: on Linux the one inside the toolchain that reads this manifest.
let host: String = {
  let maps = FileHandle(forReadingAtPath: "/proc/self/maps")!.readDataToEndOfFile()
  let library = String(decoding: maps, as: UTF8.self)
    .split(separator: "\n")
    .first { $0.hasSuffix("/libPackageDescription.so") }!
  let path = String(library[library.firstIndex(of: "/")!...])
  return URL(fileURLWithPath: path)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("host").path
}()

let package = Package(
  name: "RheaWrapper",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .macro(
      name: "RouteMacros",
      dependencies: [.product(name: "ToolkitMacroExpansion", package: "ModularityKit")],
      swiftSettings: [.unsafeFlags(["-I", host])],
      linkerSettings: [
        .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])
      ]),
    .target(
      name: "Routes",
      dependencies: ["RouteMacros", .product(name: "RheaTime", package: "ModularityKit")]),
    .executableTarget(name: "App", dependencies: ["Routes"]),
  ]
)
