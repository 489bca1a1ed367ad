// swift-format-ignore-file

import Khala

extension KhalaStore { 
 public class func aModule_server(value: Int) -> Int {
    return Khala(str: "kf://AModule/server", params: ["value": value])!.call() as! Int
  }
}
