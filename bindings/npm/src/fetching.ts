/** Fetches an address; the error of a failed response ends with the hint. */
export async function fetched(address: URL, hint = ""): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`;
    throw new Error(`${address}: ${status}${hint}`);
  }
  return response;
}
