import TaskStore

struct Invoice: Codable, Sendable {
  var number: Int
  #if RENAMED_FIELD
    var weight: Double
  #elseif OPTIONAL_FIELD
    var tons: Double?
  #else
    var tons: Double
  #endif
}

#if RENAMED_FIELD
  let invoice = Invoice(number: 7, weight: 1.5)
#elseif OPTIONAL_FIELD
  let invoice = Invoice(number: 7, tons: nil)
#else
  let invoice = Invoice(number: 7, tons: 1.5)
#endif

#if RENAMED_JOB
  let invoiceJob = "SendBill"
  #job("SendBill", .retry(attempts: 1)) { (invoice: Invoice) in send(invoice) }
#elseif EARLIER_NAME
  let invoiceJob = "SendBill"
  #job("SendBill", .formerly("SendInvoice"), .retry(attempts: 1)) { (invoice: Invoice) in
    send(invoice)
  }
#else
  let invoiceJob = "SendInvoice"
  #job("SendInvoice", .retry(attempts: 1)) { (invoice: Invoice) in send(invoice) }
#endif

#job("Last") { (_: Int) in }

func send(_ invoice: Invoice) {
  print("  sent \(invoice.number)")
}
