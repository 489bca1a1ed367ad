// swift-format-ignore-file

import Foundation
import Khala
import Screens
import Store

// AModule, BModule, Doors, Precautions and SwiftClass are linked because the manifest
// names them. No source imports them.

// 2. 不保持参数类型,(url中参数类型皆为String)
let value = Khala(str: "kl://AModule/server2?value=64")?.call() as? Int
print(value ?? "nil")

/// 单个block调用
Khala(str: "kf://AModule/forClosure")?.call(block: { (item) in
 	print("forClosure:", item)
})

/// 多个block调用
Khala(str: "kf://AModule/forClosures")?.call(blocks: { (item) in
 	print("forClosures block3:", item)
},{ (item) in
 	print("forClosure block4:", item)
})

/// or
Khala(str: "kf://AModule/forClosures")?.call(blocks: [{ (item) in
 	print("forClosures block1:", item)
},{ (item) in
	print("forClosure block2:", item)
}])

// '?.viewController' where there is UIKit or AppKit.
let vc = Khala(str: "kl://BModule/vc?style=0")?.call() as? UIViewController
print("vc of style", vc?.style ?? "nil")

notify()
register()
rewrite()
log()
store()
assertions()
cache()
precautions()
await outside()
try await interceptors()
try atRunTime()
try stubs()
try await looking()
customRewrite()
customHistory()
