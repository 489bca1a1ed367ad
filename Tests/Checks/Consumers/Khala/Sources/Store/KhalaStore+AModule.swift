// swift-format-ignore-file

import Khala

extension KhalaStore { 
 public class func aModule_server(value: Int) -> Int {
    // The document has it so, word for word; an app would say what is missing.
    return Khala(str: "kf://AModule/server", params: ["value": value])!.call() as! Int
  }
}
