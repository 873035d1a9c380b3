/** Fetches an address; throws for an HTTP error, with the hint at the end of the message. */
export async function fetched(address: URL, hint = ""): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`;
    throw new Error(`${address}: ${status}${hint}`);
  }
  return response;
}
